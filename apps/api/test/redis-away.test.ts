import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RUNS_ALL } from '../../../scripts/extent.ts';
import { startTwoInstances, type TwoInstances } from './cut-off-instances.ts';
import { type Follower, following, texts } from './follower.ts';
import { granted, openChat, sendText } from './scenes.ts';
import { until } from './until.ts';

let { installation, line, claire, karim, outsider } = {} as TwoInstances;

beforeAll(async () => {
  ({ installation, line, claire, karim, outsider } = await startTwoInstances());
});
afterAll(async () => {
  await installation.close();
  line.close();
});

const isBack = ({ received }: Follower) => received.lastIndexOf('hello') > received.lastIndexOf('degraded');

it('an instance that is cut off from Redis is heard all the same, and hears', async () => {
  // Redis is late on a busy machine: by this clock it is not for the instance in this process.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  const { conversation } = await openChat(claire, karim);
  const [hers, his] = [following(conversation.id, claire), following(conversation.id, karim)];
  await until(() => hers.received.includes('hello') && his.received.includes('hello'));
  line.silence();
  await until(() => his.received.includes('degraded'));
  const said = ['Seul', 'Toujours seul', 'Moi aussi'];
  for (const [index, text] of said.entries()) {
    await sendText(index < 2 ? karim : claire, conversation.id, text);
    // The messages are sent one after the other, so that each causes its own event.
    await until(() => texts(hers).length > index && texts(his).length > index);
  }
  expect(hers.received).not.toContain('degraded');
  line.speak();
  await until(() => isBack(his));
  for (const [sender, listener] of [
    [karim, hers],
    [claire, his],
  ] as const) {
    const before = listener.received.length;
    said.push(`De ${sender.id}`);
    await sendText(sender, conversation.id, `De ${sender.id}`);
    await until(() => listener.received.slice(before).includes('message.created'));
  }
  await until(() => texts(hers).length === 5 && texts(his).length === 5);
  expect([texts(hers), texts(his)]).toEqual([said, said]);
});

describe('Redis', () => {
  it('may stop: the chat goes on by asking; when it is back, events arrive by themselves again', async () => {
    const { conversation } = await openChat(claire, karim);
    const [hers, his] = [following(conversation.id, claire), following(conversation.id, karim)];
    await until(() => hers.received.includes('hello') && his.received.includes('hello'));
    await installation.redis.stop();
    await sendText(claire, conversation.id, 'Sans Redis');
    await sendText(karim, conversation.id, 'Moi non plus');
    await until(() => hers.received.includes('degraded') && his.received.includes('degraded'));
    await until(() => texts(hers).length === 2 && texts(his).length === 2);
    await installation.redis.start();
    await until(() => isBack(hers) && isBack(his));
    const before = his.received.length;
    await sendText(claire, conversation.id, 'De nouveau');
    // The greeting makes him fetch too, and that answer may come first.
    await until(() => texts(his).length === 3 && his.received.slice(before).includes('message.created'));
    await sendText(karim, conversation.id, 'En direct');
    await until(() => texts(hers).length === 4);
    expect(texts(hers)).toEqual(['Sans Redis', 'Moi non plus', 'De nouveau', 'En direct']);
    expect(texts(his)).toEqual(texts(hers));
  });

  it('may be away: whoever is suspended on one instance is shut out of the others within seconds', async () => {
    const nina = await installation.guilde.as('nina');
    const moderate = (act: 'suspend' | 'restore') =>
      nina.post(`/api/admin/users/${outsider.id}/${act}`, {
        reason: 'Démarchage répété.',
        rule: 'solicitation',
      });
    const live = await outsider.live();
    await installation.redis.stop();
    await until(() => live.events.some(({ type }) => type === 'degraded'));
    granted(await moderate('suspend'));
    // A heartbeat checks sessions too, but only every 25 seconds.
    expect(await live.next('signed-out')).toMatchObject({ forced: true });
    expect(await live.closed).toBe(4001);
    granted(await moderate('restore'));
    await installation.redis.start();
  });

  it.runIf(RUNS_ALL)('is not even loaded by an installation without it', () => {
    const loaded = (url: string) => {
      const script = `
        const { readConfig } = await import('./src/platform/config.ts');
        const { createDeps } = await import('./src/platform/deps.ts');
        await import('./src/listen.ts');
        await createDeps(readConfig());
        const { createRequire } = await import('node:module');
        const names = Object.keys(createRequire(import.meta.url).cache);
        console.log(names.some((name) => name.includes('/ioredis/')));
        process.exit(0);`;
      const env = { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'silent', REDIS_URL: url };
      const cwd = new URL('..', import.meta.url);
      return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd,
        env,
        encoding: 'utf8',
      }).stdout;
    };
    const folder = installation.guilde.deps.config.dataDir;
    expect(loaded('')).toBe('false\n');
    expect(loaded(installation.redis.url)).toBe('true\n');
  });
});
