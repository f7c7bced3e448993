import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedInDevice } from '@guilde/contracts/auth/rules.ts';
import type { Message } from '@guilde/contracts/conversations/rules.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import type { SosDetail, SosPage } from '@guilde/contracts/sos/rules.ts';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sendMessage } from '../src/conversations/sending.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import { jobs } from '../src/platform/database/tables.ts';
import { createJobs } from '../src/platform/jobs/jobs.ts';
import { type Client, createClient } from './client.ts';
import { startTwoInstances, type TwoInstances } from './cut-off-instances.ts';
import { type Follower, following, texts } from './follower.ts';
import { elsewhere } from './instances.ts';
import { PASSWORD } from './people.ts';
import { granted, openChat, postSos, refusal, sendText } from './scenes.ts';
import { until } from './until.ts';

declare module '../src/platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** Only the workers of the test do this job, because the instances would take others. */
    'test.once': { name: string };
  }
}

let { installation, line, other, claire, karim, outsider } = {} as TwoInstances;

beforeAll(async () => {
  ({ installation, line, other, claire, karim, outsider } = await startTwoInstances());
});
afterAll(async () => {
  await installation.close();
  line.close();
});

/** Sends on the socket, then the same id by HTTP at the next instance, until it is acknowledged. */
async function sendSurely(
  conversationId: string,
  content: string,
  { socket, instances }: { socket: Follower; instances: Client[] },
): Promise<Message> {
  const input = { id: randomUUID(), content };
  const said = await socket.sendText(input.id, content);
  if (said) return said;
  for (let attempt = 0; ; attempt++) {
    const sender = instances[attempt % instances.length];
    const answer = await sender
      ?.post<Message>(`/api/conversations/${conversationId}/messages`, input)
      .catch(() => null);
    if (answer?.status === 200) return answer.body;
    await sleep(50);
  }
}

describe('people on different instances', () => {
  it('chat both ways and see each other type; an outsider hears nothing', async () => {
    const { conversation } = await openChat(claire, karim);
    const [hers, his, strangers] = await Promise.all([claire.live(), karim.live(), outsider.live()]);
    const question = await sendText(claire, conversation.id, 'Tu m’entends ?');
    const asked = await his.next('message.created', ({ message }) => message.id === question.id);
    expect(asked.message).toEqual(question);
    his.send({ type: 'typing', conversationId: conversation.id });
    expect(await hers.next('typing')).toMatchObject({ memberId: karim.id });
    const answer = await sendText(karim, conversation.id, 'Très bien.');
    expect((await hers.next('message.created', ({ message }) => message.seq === answer.seq)).message).toEqual(
      answer,
    );
    const { seq } = await sendText(claire, conversation.id, 'Parfait.');
    granted(await karim.put(`/api/conversations/${conversation.id}/read`, { seq }));
    await hers.next('conversation.read', (event) => event.memberId === karim.id && event.seq === seq);
    // This later event reaches everybody, so an event for these people alone would have come before it.
    const { id } = await postSos(claire);
    await strangers.next('sos.created', ({ sos }) => sos.id === id);
    expect(JSON.stringify(strangers.events)).not.toContain('entends');
    expect(strangers.events.map(({ type }) => type)).not.toContain('typing');
    for (const live of [hers, his, strangers]) live.close();
  });

  it('see new SOS and changes of their own profile, wherever these were made', async () => {
    const [his, hersElsewhere] = await Promise.all([karim.live(), elsewhere(claire, other).live()]);
    const { sos } = await openChat(claire, karim);
    await his.next('sos.created', (event) => event.sos.id === sos.id);
    granted(await claire.delete('/api/profile/avatar'));
    await hersElsewhere.next('account.changed');
    for (const live of [his, hersElsewhere]) live.close();
  });

  it('see in the feed what others have changed on their instance, once they are told', async () => {
    const live = await outsider.live();
    const sos = await postSos(claire);
    await live.next('sos.created', (event) => event.sos.id === sos.id);
    const changes = ['view', 'join', 'leave', 'join'].map((act) => `/api/sos/${sos.id}/${act}`);
    const helper = elsewhere(karim, installation.guilde);
    for (const change of [...changes, `/api/sos/${sos.id}/close`]) {
      const before = granted(await outsider.get<SosPage>('/api/sos'));
      expect(granted(await outsider.get<SosPage>('/api/sos'))).toEqual(before);
      granted(await (change.endsWith('close') ? claire : helper).post(change));
      await live.next('sos.updated', (event) => event.sos.id === sos.id);
      const [after] = granted(await outsider.get<SosPage>('/api/sos')).items;
      expect(after).not.toEqual(before.items[0]);
      expect(granted(await outsider.get<SosDetail>(`/api/sos/${sos.id}`))).toMatchObject(after ?? {});
    }
    live.close();
  });

  it('see each other’s pictures, whichever instance took them, and keep them while the storage is away', async () => {
    const image = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#00543a' } })
      .png()
      .toBuffer();
    const upload = async () => {
      const body = new FormData();
      body.append('file', new File([new Uint8Array(image)], 'photo.png', { type: 'image/png' }));
      return claire.request('/api/profile/avatar', { method: 'PUT', body });
    };
    const { avatarLargeUrl } = (await (await upload()).json()) as Profile;
    expect(installation.s3.files.size).toBe(2);
    const seen = await karim.request(avatarLargeUrl ?? '');
    expect(seen.status).toBe(200);
    expect((await sharp(await seen.arrayBuffer()).metadata()).format).toBe('webp');
    installation.s3.busy(100);
    expect((await upload()).status).toBe(503);
    installation.s3.busy(0);
    expect(granted(await claire.get<Profile>('/api/profile')).avatarLargeUrl).toBe(avatarLargeUrl);
  });

  it('are signed out on every instance at once', async () => {
    const phone = createClient(other.url);
    granted(await phone.post('/api/auth/sign-in', { email: claire.email, password: PASSWORD }));
    const live = await phone.live();
    let newest: SignedInDevice | undefined;
    // The other device gets no event, so it notices a second later at the latest.
    await until(async () => {
      const sessions = granted(await claire.get<SignedInDevice[]>('/api/auth/sessions'));
      newest = sessions.find(({ current }) => !current);
      return newest !== undefined;
    });
    granted(await claire.delete(`/api/auth/sessions/${newest?.id}`));
    expect(await live.next('signed-out')).toMatchObject({ forced: true });
    expect(await live.closed).toBe(4001);
    expect(refusal(await phone.get('/api/sos'))).toBe('401 UNAUTHENTICATED');
  });

  it('share one limit of attempts', async () => {
    const attempt = async (count: number) => {
      const visitor = createClient(count % 2 ? other.url : installation.guilde.url);
      const input = { email: outsider.email, password: 'une erreur' };
      return (await visitor.post('/api/auth/sign-in', input)).error.code;
    };
    let allowed = 0;
    while ((await attempt(allowed)) !== 'RATE_LIMITED') allowed++;
    // Only attempts that Redis counted too late exceed ten; without Redis each instance would allow ten.
    expect(allowed).toBeGreaterThanOrEqual(10);
    expect(allowed).toBeLessThan(20);
  });
});

describe('jobs', () => {
  /** The worker has its own connection to the database; `done` is its work. The first job awaits `hold`. */
  const worker = async (hold: Promise<void> = Promise.resolve()) => {
    const { config, clock, log, secrets } = installation.guilde.deps;
    const db = await openDatabase(config.database, log);
    onTestFinished(() => db.close());
    const queue = createJobs({ db, clock, log, secrets });
    const done: string[] = [];
    queue.handle('test.once', async ({ name }) => {
      done.push(name);
      await hold;
    });
    queue.every('test.regular', 60_000, async () => {
      done.push('regular');
      await hold;
    });
    return { db, queue, done };
  };

  it('are done once, however many instances look for them', async () => {
    const atWork = Promise.withResolvers<void>();
    const workers = [
      await worker(atWork.promise),
      await worker(atWork.promise),
      await worker(atWork.promise),
    ];
    const wanted = Array.from({ length: 60 }, (_, n) => `job-${n}`);
    const [first] = workers;
    await first?.db.write(async (tx) => {
      for (const name of wanted) await first.queue.enqueue(tx, 'test.once', { name });
    });
    const draining = workers.map(({ queue }) => queue.drain());
    await until(() => workers.every(({ done }) => done.length > 0));
    atWork.resolve();
    await Promise.all(draining);
    expect(workers.flatMap(({ done }) => done).toSorted()).toEqual(wanted.toSorted());
    const rows = await first?.db.orm.select().from(jobs).where(eq(jobs.kind, 'test.once'));
    expect(rows?.filter(({ attempts, doneAt }) => attempts !== 1 || doneAt === null)).toEqual([]);
  });

  it('that come back regularly are done by one instance, also after another start', async () => {
    const atWork = Promise.withResolvers<void>();
    const workers = [await worker(atWork.promise), await worker(atWork.promise)];
    for (const { queue } of workers) queue.start();
    await until(() => workers.some(({ done }) => done.length > 0));
    const late = await worker();
    late.queue.start();
    await late.queue.drain();
    atWork.resolve();
    await Promise.all([...workers, late].map(({ queue }) => queue.drain()));
    await Promise.all([...workers, late].map(({ queue }) => queue.stop()));
    expect([...workers, late].flatMap(({ done }) => done)).toEqual(['regular']);
  });
});

describe('an instance that is killed', () => {
  it('loses nothing and repeats nothing: its clients move to the other one', async () => {
    const doomed = await installation.startAnother();
    const { conversation } = await openChat(claire, karim);
    const moving: [Client, Client] = [elsewhere(karim, doomed), karim];
    const hers = following(conversation.id, claire);
    const his = following(conversation.id, ...moving);
    await until(() => his.shown.length > 0);
    const acknowledged: Message[] = [];
    const write = async (name: string, socket: Follower, instances: Client[]) => {
      for (let n = 0; n < 40; n++) {
        acknowledged.push(await sendSurely(conversation.id, `${name} ${n}`, { socket, instances }));
        await sleep(10);
      }
    };
    const writing = [write('claire', hers, [claire]), write('karim', his, moving)];
    await until(() => acknowledged.length > 20);
    await doomed.kill();
    await Promise.all(writing);
    await until(() => hers.shown.length === 81 && his.shown.length === 81);
    const expected = acknowledged.toSorted((a, b) => a.seq - b.seq).map(({ content }) => content);
    expect(new Set(expected).size).toBe(80);
    expect(texts(hers)).toEqual(expected);
    expect(texts(his)).toEqual(expected);
  });
});

it('what an instance stored and could not tell any more is shown all the same', async () => {
  const { conversation } = await openChat(claire, karim);
  const his = following(conversation.id, karim);
  await until(() => his.shown.length === 1);
  const { deps } = installation.guilde;
  // An instance that ends between the commit and its events behaves like this: no message names the commit.
  const db = await openDatabase(deps.config.database, deps.log);
  onTestFinished(() => db.close());
  const own = { id: claire.id, sessionId: '', provenAt: null };
  const viewer = { ...own, role: 'member', profileComplete: true, termsAccepted: true } as const;
  const ended = { ...deps, db, live: { ...deps.live, publish: () => undefined } };
  await sendMessage(ended, viewer, conversation.id, { id: randomUUID(), content: 'Mes derniers mots' });
  await until(() => texts(his).length === 1);
  expect(texts(his)).toEqual(['Mes derniers mots']);
});
