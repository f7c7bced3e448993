import { randomUUID } from 'node:crypto';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import {
  type NewSecret,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from '@guilde/contracts/webhooks/rules.ts';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeArticle } from '../../test/articles.ts';
import type { Client } from '../../test/client.ts';
import { meeting } from '../../test/event-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, postSos, refusal } from '../../test/scenes.ts';
import { type Received, type Receiver, startReceiver } from '../../test/webhook-receiver.ts';
import { eraseMember } from '../account/deletion.ts';
import { events } from '../events/tables.ts';
import { publishIfDue } from '../knowledge/publishing.ts';
import { createSecrets } from '../platform/secrets.ts';
import { emitWebhook } from './emit.ts';
import { renewSealing } from './index.ts';
import { SECRET_PURPOSE } from './sending.ts';
import { webhookDeliveries, webhooks } from './tables.ts';

const HOOKS = '/api/admin/integrations/webhooks';
const ALL = WEBHOOK_EVENTS.map(({ id }) => id);
const HOUR_MS = 3_600_000;

let guilde: Guilde;
let nina: Client;
let receiver: Receiver;

beforeEach(async () => {
  receiver = await startReceiver();
  guilde = await startGuilde({
    cast: ['nina', 'claire', 'karim', 'zoe', 'theo'],
    env: { WEBHOOK_TEST_ORIGIN: receiver.origin },
  });
  await guilde.deps.jobs.stop();
  nina = await guilde.as('nina');
});
afterEach(async () => {
  await guilde.close();
  await receiver.stop();
});

async function hooked(events: WebhookEvent[] = ALL): Promise<NewSecret> {
  return granted(await nina.post<NewSecret>(HOOKS, { url: `${receiver.origin}/hook`, events }));
}

async function log({ id }: { id: string }): Promise<WebhookDelivery[]> {
  return granted(await nina.get<WebhookDelivery[]>(`${HOOKS}/${id}/deliveries`));
}

/** Resolves with the calls since the last time, after all jobs that are due. */
async function arrived(): Promise<Received[]> {
  await guilde.deps.jobs.drain();
  return receiver.received.splice(0);
}

function emit(event: WebhookEvent, subjectId: string = randomUUID()): Promise<void> {
  return guilde.deps.db.write((tx) => emitWebhook(tx, guilde.deps, event, subjectId));
}

/** The library refuses calls that are five minutes old, by the clock of the machine. */
function verified(secret: string, call: Pick<Received, 'headers' | 'body'> | undefined): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: guilde.clock.now() });
  try {
    return new Verifier(secret).verify(call?.body ?? '', call?.headers ?? {});
  } finally {
    vi.useRealTimers();
  }
}

describe('a webhook', () => {
  it('is called with a signature that the library verifies, and with ids, a title and a link only', async () => {
    const { id, secret } = await hooked();
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64').length).toBeGreaterThanOrEqual(24);
    const claire = await guilde.as('claire');
    const sos = await postSos(claire);
    const [call, ...others] = await arrived();
    expect(others).toEqual([]);
    const url = `${guilde.deps.config.publicUrl}/sos/${sos.id}`;
    expect(verified(secret, call)).toEqual({
      type: 'sos.created',
      timestamp: expect.any(String),
      data: { id: sos.id, title: sos.title, url },
    });
    expect(() => verified(secret, { headers: call?.headers ?? {}, body: `${call?.body} ` })).toThrow();
    const [delivery] = await log({ id });
    expect(delivery).toMatchObject({ event: 'sos.created', state: 'delivered', attempts: 1, status: 204 });
    expect(call?.headers['webhook-id']).toBe(delivery?.id);
    const stored = await guilde.deps.db.orm.select().from(webhooks);
    expect(JSON.stringify(stored)).not.toContain(secret.replace('whsec_', ''));
    const shown = granted(await nina.get<Webhook[]>(HOOKS));
    expect(shown).toEqual([expect.objectContaining({ id, events: ALL, pausedAt: null })]);
  });

  it('tells of each of the eight events, and of those it asked for alone', async () => {
    const told = async () =>
      (await arrived()).map(({ body }) => JSON.parse(body) as { type: string; data: object });
    await hooked();
    const [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
    const { sos } = await openChat(claire, karim);
    const ratings = [{ memberId: karim.id, rating: 5, comment: '' }];
    granted(await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings }));
    const report = { id: randomUUID(), reportedUserId: karim.id, reason: 'spam', description: 'Publicité.' };
    granted(await claire.post('/api/reports', report));
    // Claire, of whom an event tells too, shows her shop to her conversations alone.
    const { completedAt: _at, ...profile } = granted(await claire.get<Profile>('/api/profile'));
    const hidden = {
      storeUrl: 'https://atelier.example/',
      cms: 'magento',
      payments: ['alma'],
      carriers: ['geodis'],
    };
    const conversationsOnly = Object.keys(hidden);
    granted(await claire.patch('/api/profile', { ...profile, ...hidden, conversationsOnly }));
    const { deps } = guilde;
    const values = { title: 'Colis perdu', status: 'pending' as const, privacyLevel: null };
    const articleId = await storeArticle(deps, { ...values, scheduledPrivacy: 'members' });
    await deps.db.write((tx) => publishIfDue(tx, deps, articleId));
    const [zoe, theo] = [await guilde.as('zoe'), await guilde.as('theo')];
    await deps.db.write((tx) => eraseMember(tx, deps, zoe.id));
    await deps.db.write((tx) => eraseMember(tx, deps, theo.id));
    const paul = await guilde.as('paul');
    const published = meeting(randomUUID(), deps.clock.now());
    await deps.db.orm.insert(events).values({ ...published, createdAt: 1, updatedAt: 1 });
    await deps.db.write((tx) => emitWebhook(tx, deps, 'event.published', published.id));
    const all = await told();
    expect(all.map(({ type }) => type).sort()).toEqual(ALL.toSorted());
    const { publicUrl } = deps.config;
    const dataOf = (type: string) => all.find((event) => event.type === type)?.data;
    expect(dataOf('member.left')).toEqual({ id: zoe.id });
    expect(dataOf('member.joined')).toEqual({ id: paul.id, url: `${publicUrl}/profile/${paul.id}` });
    expect(dataOf('invitation.accepted')).toMatchObject({ memberId: paul.id });
    expect(dataOf('article.published')).toEqual({
      id: articleId,
      title: 'Colis perdu',
      url: `${publicUrl}/knowledge/${articleId}`,
    });
    expect(Object.keys(dataOf('report.created') ?? {})).toEqual(['id', 'url']);
    await emit('member.joined', claire.id);
    const [aboutHer] = await told();
    expect(aboutHer?.data).toEqual({ id: claire.id, url: `${publicUrl}/profile/${claire.id}` });
    const texts = /Publicité|exemple\.fr"|Benali|Martin|atelier|magento|alma|geodis/;
    expect(JSON.stringify([all, aboutHer])).not.toMatch(texts);
  });

  it('leaves nothing behind when the event is rolled back', async () => {
    await hooked();
    const { deps } = guilde;
    const failing = deps.db.write(async (tx) => {
      await emitWebhook(tx, deps, 'member.left', randomUUID());
      throw new Error('Rolled back');
    });
    await expect(failing).rejects.toThrow('Rolled back');
    expect(await arrived()).toEqual([]);
    expect(await deps.db.orm.select().from(webhookDeliveries)).toEqual([]);
  });

  it('is tried six times over a day under one id, and then again by « Rejouer »', async () => {
    const { id, secret } = await hooked(['member.left']);
    receiver.answerWith({ status: 503 });
    await emit('member.left');
    const begin = guilde.clock.now();
    const ids: (string | undefined)[] = [];
    for (let halfHour = 0; halfHour < 60; halfHour++) {
      for (const { headers } of await arrived()) ids.push(headers['webhook-id']);
      if (ids.length < 6) guilde.clock.advance(HOUR_MS / 2);
    }
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(1);
    expect(guilde.clock.now() - begin).toBeLessThanOrEqual(25 * HOUR_MS);
    const [failed] = await log({ id });
    expect(failed).toMatchObject({ state: 'failed', attempts: 6, status: 503, error: 'status' });
    receiver.answerWith({ status: 200 });
    granted(await nina.post(`${HOOKS}/deliveries/${failed?.id}/replay`));
    expect(refusal(await nina.post(`${HOOKS}/deliveries/${failed?.id}/replay`))).toBe('409 DELIVERY_WAITING');
    const [again] = await arrived();
    expect(verified(secret, again)).toMatchObject({ type: 'member.left' });
    expect((await log({ id }))[0]).toMatchObject({ state: 'delivered', attempts: 1, error: null });
  });

  it('is paused after twenty failures in a row, which administrators are told, and resumed without a loss', async () => {
    const { id } = await hooked(['member.left']);
    receiver.answerWith({ status: 302, headers: { location: receiver.origin } });
    for (let count = 0; count < 19; count++) await emit('member.left');
    expect(await arrived()).toHaveLength(19);
    receiver.answerWith({ status: 200 });
    await emit('member.left');
    expect(await arrived()).toHaveLength(1);
    receiver.answerWith({ status: 302, headers: { location: receiver.origin } });
    for (let count = 0; count < 25; count++) await emit('member.left');
    expect(await arrived()).toHaveLength(20);
    await emit('member.left');
    expect(await arrived()).toEqual([]);
    const mails = (await guilde.mails()).filter(({ subject }) => subject === 'Un webhook est en pause');
    expect(mails.map(({ to }) => to)).toEqual([nina.email]);
    expect(granted(await nina.get<Webhook[]>(HOOKS))[0]?.pausedAt).not.toBeNull();
    const [last] = await log({ id });
    expect(last).toMatchObject({ state: 'failed', attempts: 0, error: 'paused' });
    expect(refusal(await nina.post(`${HOOKS}/deliveries/${last?.id}/replay`))).toBe('409 WEBHOOK_PAUSED');
    granted(await nina.post(`${HOOKS}/${id}/resume`));
    receiver.answerWith({ status: 200 });
    granted(await nina.post(`${HOOKS}/deliveries/${last?.id}/replay`));
    expect(await arrived()).toHaveLength(1);
    const journal = granted(await nina.get<{ items: { action: string }[] }>('/api/admin/journal'));
    expect(journal.items.map(({ action }) => action).slice(0, 3)).toEqual([
      'webhook.replay',
      'webhook.resume',
      'webhook.pause',
    ]);
  });

  it('is sent a signed test on request, whatever it is told of, and none while it is paused', async () => {
    const { id, secret } = await hooked(['member.left']);
    granted(await nina.post(`${HOOKS}/${id}/test`));
    const [call, ...others] = await arrived();
    expect(others).toEqual([]);
    const url = `${guilde.deps.config.publicUrl}/admin/integrations`;
    expect(verified(secret, call)).toMatchObject({ type: 'test', data: { id, url } });
    expect(await log({ id })).toMatchObject([{ event: 'test', state: 'delivered', status: 204 }]);
    await guilde.deps.db.orm.update(webhooks).set({ pausedAt: guilde.clock.now() });
    expect(refusal(await nina.post(`${HOOKS}/${id}/test`))).toBe('409 WEBHOOK_PAUSED');
    expect(refusal(await nina.post(`${HOOKS}/${randomUUID()}/test`))).toBe('404 NOT_FOUND');
  });

  it('changes its address and events under a recent proof; what waits goes to the new address', async () => {
    const { id, secret } = await hooked(['member.left']);
    const change = (input: object) => nina.put(`${HOOKS}/${id}`, input);
    const url = `${receiver.origin}/elsewhere`;
    await emit('member.left');
    granted(await change({ url, events: ['sos.created', 'sos.created'] }));
    const [call] = await arrived();
    expect(call?.path).toBe('/elsewhere');
    expect(verified(secret, call)).toMatchObject({ type: 'member.left' });
    await emit('member.left');
    expect(await arrived()).toEqual([]);
    const [shown] = granted(await nina.get<Webhook[]>(HOOKS));
    expect(shown).toMatchObject({ id, url, events: ['sos.created'] });
    const journal = granted(await nina.get<{ items: object[] }>('/api/admin/journal'));
    expect(journal.items[0]).toMatchObject({ action: 'webhook.change', subjectId: id });
    expect(refusal(await change({ url: 'https://localhost/hook', events: ALL }))).toBe(
      '422 WEBHOOK_ADDRESS_PRIVATE',
    );
    expect(refusal(await change({ url, events: [] }))).toBe('422 INVALID_INPUT');
    expect(refusal(await nina.put(`${HOOKS}/${randomUUID()}`, { url, events: ALL }))).toBe('404 NOT_FOUND');
    delete nina.prove;
    guilde.clock.advance(HOUR_MS);
    expect(refusal(await change({ url: `${receiver.origin}/third`, events: ALL }))).toBe(
      '403 PROOF_REQUIRED',
    );
    expect(granted(await nina.get<Webhook[]>(HOOKS))[0]?.url).toBe(url);
  });

  it('signs with both secrets for a day after a rotation, then with the new one', async () => {
    const { id, secret: former } = await hooked(['member.left']);
    const { secret } = granted(await nina.post<NewSecret>(`${HOOKS}/${id}/secret`));
    await emit('member.left');
    const [during] = await arrived();
    for (const one of [former, secret]) expect(verified(one, during)).toMatchObject({ type: 'member.left' });
    guilde.clock.advance(25 * HOUR_MS);
    await emit('member.left');
    const [after] = await arrived();
    expect(verified(secret, after)).toMatchObject({ type: 'member.left' });
    expect(() => verified(former, after)).toThrow();
  });

  it('keeps its secret while the installation’s is changed', async () => {
    await hooked();
    const { db, config } = guilde.deps;
    const [before] = await db.orm.select().from(webhooks);
    const plain = guilde.deps.secrets.decrypt(SECRET_PURPOSE, before?.secret ?? '');
    const old = createSecrets('x'.repeat(32));
    await db.orm.update(webhooks).set({ secret: old.encrypt(SECRET_PURPOSE, plain) });
    const previousSecret = 'x'.repeat(32);
    const secrets = createSecrets('y'.repeat(32), previousSecret);
    await renewSealing({ db, secrets, config: { ...config, previousSecret } });
    const [renewed] = await db.orm.select().from(webhooks);
    expect(createSecrets('y'.repeat(32)).decrypt(SECRET_PURPOSE, renewed?.secret ?? '')).toBe(plain);
  });

  it('does not send what is gone when it leaves', async () => {
    const { id } = await hooked(['sos.created']);
    const claire = await guilde.as('claire');
    const sos = await postSos(claire);
    granted(await nina.post(`/api/admin/sos/${sos.id}/delete`, { rule: 'unlawful', reason: 'Essai.' }));
    expect(await arrived()).toEqual([]);
    expect((await log({ id }))[0]).toMatchObject({ state: 'failed', error: 'gone' });
  });
});

describe('the address of a webhook', () => {
  it.each([
    ['https://localhost/hook', '422 WEBHOOK_ADDRESS_PRIVATE'],
    ['https://[::ffff:10.0.0.1]/hook', '422 WEBHOOK_ADDRESS_PRIVATE'],
    ['https://169.254.169.254/latest', '422 WEBHOOK_ADDRESS_PRIVATE'],
    ['https://nulle-part.invalid/hook', '422 WEBHOOK_ADDRESS_UNKNOWN'],
    ['http://93.184.215.14/hook', '422 INVALID_INPUT'],
    ['https://claire:secret@93.184.215.14/hook', '422 INVALID_INPUT'],
    ['ftp://93.184.215.14/hook', '422 INVALID_INPUT'],
  ])('%s is refused: %s', async (url, expected) => {
    const answer = await nina.post(HOOKS, { url, events: ALL });
    expect(refusal(answer)).toBe(expected);
    if (expected.endsWith('PRIVATE'))
      expect(answer.error.message).toBe(
        'Cette adresse mène à un réseau privé\u00a0: un webhook ne part que vers Internet.',
      );
  });

  it('that leads into a private network later is not called, and the log says so', async () => {
    const { id } = await hooked(['member.left']);
    const url = `https://localhost:${receiver.port}/hook`;
    await guilde.deps.db.orm.update(webhooks).set({ url });
    await emit('member.left');
    expect(await arrived()).toEqual([]);
    expect((await log({ id }))[0]).toMatchObject({ state: 'waiting', attempts: 1, error: 'private' });
  });

  it('is one of ten', async () => {
    for (let count = 0; count < 10; count++) await hooked();
    const url = `${receiver.origin}/hook`;
    expect(refusal(await nina.post(HOOKS, { url, events: ALL }))).toBe('409 WEBHOOKS_EXHAUSTED');
    const [first] = granted(await nina.get<Webhook[]>(HOOKS));
    granted(await nina.post(`${HOOKS}/${first?.id}/delete`));
    await hooked();
  });
});
