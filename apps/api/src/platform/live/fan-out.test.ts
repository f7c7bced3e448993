import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { linkTo } from '../../../test/redis-link.ts';
import { type RedisServer, startRedis } from '../../../test/redis-server.ts';
import { until } from '../../../test/until.ts';
import type { Commits } from '../database/db.ts';
import { createLog } from '../observe/log.ts';
import { createFanOut } from './fan-out.ts';
import { openRedis, type RedisLink } from './redis.ts';

const BEAT_MS = 200;

let redis: RedisServer;
let channel = '';

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());
beforeEach(({ task }) => {
  channel = task.id;
});

afterEach(() => vi.restoreAllMocks());

/** On a busy machine Redis is late, and « degraded » would come between the events: by this clock it never is. */
const stopPatience = () => void vi.spyOn(performance, 'now').mockReturnValue(0);

const bytes = (frame: string) => Buffer.from(frame);

async function instance(link?: RedisLink, commits: Commits | null = null) {
  const own = link ?? (await linkTo(redis));
  const received: unknown[] = [];
  const fanOut = createFanOut(own, channel, createLog('silent'), { beatMs: BEAT_MS, commits });
  await fanOut.start({
    deliver: (audience, frame) => received.push([audience, frame.toString()]),
    endSession: (id, forced) => received.push({ session: id, forced }),
    renewSession: (id) => received.push({ renewed: id }),
    lost: () => received.push('lost'),
    degraded: (isDegraded) => received.push(isDegraded ? 'degraded' : 'restored'),
  });
  onTestFinished(() => fanOut.close());
  return { fanOut, received, link: own };
}

type Instance = Awaited<ReturnType<typeof instance>>;

/** Counts the commits of several instances, as the row in the database does, and answers when `isHeard`. */
function sharedDatabase(isHeard = () => true) {
  let stored = 0;
  const committing = () => {
    let listen: (number: number) => void = () => undefined;
    let checks = 0;
    const commits: Commits = {
      stored: async () => {
        const number = stored;
        await until(isHeard);
        checks++;
        return number;
      },
      onOwn: (listener) => {
        listen = listener;
      },
    };
    return {
      commits,
      commit: () => {
        listen(++stored);
        return stored;
      },
      checked: async () => {
        const before = checks;
        await until(() => checks >= before + 3);
      },
    };
  };
  return { committing, commitElsewhere: () => void stored++ };
}

/** A stalled Redis may add texts about itself. */
const passedOn = (received: readonly unknown[]) => received.filter((one) => typeof one !== 'string');

describe('a publication', () => {
  beforeEach(stopPatience);

  it('is one for an event, however many members and instances there are, and shared by the events of a turn', async () => {
    const [a] = [await instance(), await instance(), await instance()];
    const { subscriber } = await linkTo(redis);
    const batches: string[] = [];
    subscriber.on('message', (_channel, text) => {
      if (text.includes('\n')) batches.push(text);
    });
    await subscriber.subscribe(channel);
    a.fanOut.publish(
      Array.from({ length: 1000 }, (_, n) => `m${n}`),
      bytes('{"n":1}'),
    );
    await until(() => batches.length === 1);
    a.fanOut.publish('everyone', bytes('{"n":2}'));
    a.fanOut.publish(['m1', 'm2'], bytes('{"n":3}'));
    await until(() => batches.length === 2);
    a.fanOut.publish('everyone', bytes('{"n":4}'));
    await until(() => batches.length === 3);
    expect(batches.map((text) => text.match(/\{"n":\d\}/g))).toEqual([
      ['{"n":1}'],
      ['{"n":2}', '{"n":3}'],
      ['{"n":4}'],
    ]);
    expect(batches[2]?.length).toBeLessThan(100);
  });
});

describe('several instances', () => {
  beforeEach(stopPatience);

  it('hear each other’s events in order, once, and never their own', async () => {
    const [a, b, c] = [await instance(), await instance(), await instance()];
    const expected: unknown[] = [];
    for (let n = 0; n < 50; n++) {
      a.fanOut.publish([`m${n}`], bytes(`{"n":${n},"text":"Ça\\nva ?"}`));
      expected.push([[`m${n}`], `{"n":${n},"text":"Ça\\nva ?"}`]);
      if (n % 10 === 0) await nextTurn();
    }
    a.fanOut.publish('everyone', bytes('{}'));
    a.fanOut.endSession('s1', true);
    a.fanOut.renewSession('s2');
    expected.push(['everyone', '{}'], { session: 's1', forced: true }, { renewed: 's2' });
    await until(() => [b, c].every(({ received }) => passedOn(received).length >= expected.length));
    for (const { received } of [b, c]) expect(passedOn(received)).toEqual(expected);
    expect(passedOn(a.received)).toEqual([]);
  });

  it('notice that one died between a commit and its events', async () => {
    const { committing } = sharedDatabase();
    const [first, second] = [committing(), committing()];
    const [a, b] = [await instance(undefined, first.commits), await instance(undefined, second.commits)];
    await first.checked();
    second.commit();
    b.fanOut.publish(['m1'], bytes('{"last":true}'));
    await until(() => a.received.length === 1);
    second.commit();
    b.link.close();
    await until(() => a.received.length === 2);
    expect(a.received).toEqual([[['m1'], '{"last":true}'], 'lost']);
  });

  it('notice what one could not publish', async () => {
    const { committing } = sharedDatabase();
    const [first, second] = [committing(), committing()];
    const [a, b] = [await instance(undefined, first.commits), await instance(undefined, second.commits)];
    await second.checked();
    a.link.commands.disconnect(true);
    first.commit();
    a.fanOut.publish(['m1'], bytes('{"lost":true}'));
    await until(() => b.received.length > 0);
    expect(b.received).toEqual(['lost']);
    await until(() => a.link.isReady());
    a.fanOut.publish(['m1'], bytes('{}'));
    await until(() => b.received.length > 1);
    expect(b.received[1]).toEqual([['m1'], '{}']);
    expect(a.received).toEqual([]);
  });

  it('notice a commit that nobody tells of, also behind commits that somebody tells of', async () => {
    const told: number[] = [];
    const heard: Set<number>[] = [];
    // Redis may be so late on a busy machine that the database would be asked first.
    const { committing, commitElsewhere } = sharedDatabase(() =>
      heard.every((numbers) => told.every((number) => numbers.has(number))),
    );
    const [first, second] = [committing(), committing()];
    const [a, b] = [await instance(undefined, first.commits), await instance(undefined, second.commits)];
    heard.push(numbersHeard(a), numbersHeard(b));
    const checked = () => Promise.all([first.checked(), second.checked()]);
    await checked();
    for (const { commit } of [first, second, second, first]) told.push(commit());
    await checked();
    expect([a.received, b.received]).toEqual([[], []]);
    commitElsewhere();
    told.push(first.commit(), second.commit());
    await until(() => a.received.length > 0 && b.received.length > 0);
    expect([a.received, b.received]).toEqual([['lost'], ['lost']]);
    await checked();
    expect([a.received, b.received]).toEqual([['lost'], ['lost']]);
  });

  it('notice what one could not hear', async () => {
    const { committing } = sharedDatabase();
    const [first, second] = [committing(), committing()];
    const [a, b] = [await instance(undefined, first.commits), await instance(undefined, second.commits)];
    await second.checked();
    b.link.subscriber.disconnect(true);
    // Redis may still send an event on the connection until it has closed its side, too.
    await once(b.link.subscriber, 'close');
    first.commit();
    a.fanOut.publish(['m1'], bytes('{}'));
    await until(() => b.received.length > 0);
    expect(b.received).toEqual(['lost']);
    expect(a.received).toEqual([]);
  });
});

describe('Redis', () => {
  it('may be away at the start, stop and come back: everybody is told, and nothing fails', async () => {
    await redis.stop();
    const link = await linkAway();
    const a = await instance(link);
    a.fanOut.publish('everyone', bytes('{}'));
    await until(() => a.received.length > 0);
    await redis.start();
    await until(() => a.received.length > 1);
    // A machine that is busy may let the beats stay away once more.
    expect(a.received.slice(0, 2)).toEqual(['degraded', 'restored']);
    const b = await instance();
    await passesOn(a, b);
  });

  it('may stand still with its connections open', async () => {
    const [a, b] = [await instance(), await instance()];
    redis.freeze();
    a.fanOut.publish('everyone', bytes('{}'));
    await until(() => a.received.includes('degraded') && b.received.includes('degraded'));
    redis.thaw();
    await until(() => a.received.includes('restored') && b.received.includes('restored'));
    await passesOn(a, b);
  });
});

/** Collects the numbers of commits as they arrive. */
function numbersHeard({ link }: Instance): Set<number> {
  const numbers = new Set<number>();
  link.subscriber.on('message', (_channel: string, text: string) => {
    const [head = ''] = text.split('\n');
    for (const number of head.split(' ').at(-1)?.split(',') ?? []) numbers.add(Number(number));
  });
  return numbers;
}

/** An event is dropped when it is published while Redis is late again, as « degraded » has told. */
async function passesOn(from: Instance, to: Instance): Promise<void> {
  await until(() => {
    from.fanOut.publish('everyone', bytes('{"again":true}'));
    return to.received.some((event) => isDeepStrictEqual(event, ['everyone', '{"again":true}']));
  });
}

async function linkAway(): Promise<RedisLink> {
  const link = await openRedis(redis.url, createLog('silent'));
  onTestFinished(() => link.close());
  return link;
}
