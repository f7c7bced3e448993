import { randomUUID } from 'node:crypto';
import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import type { GivenRating, MemberStats, ReceivedRating } from '@guilde/contracts/ratings/rules.ts';
import { type SosDetail, UNDO_MINUTES } from '@guilde/contracts/sos/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, postSos, refusal, sendText, settle } from '../../test/scenes.ts';
import { summaryOf } from '../../test/summaries.ts';
import { enqueueSummary } from '../conversations/jobs.ts';
import { sosRequests } from '../sos/tables.ts';
import { webhookDeliveries, webhooks } from '../webhooks/tables.ts';
import { settleResolution } from './undo.ts';

const MINUTE = 60_000;

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim', 'hugo'] });
  [nina, claire, karim] = [await guilde.as('nina'), await guilde.as('claire'), await guilde.as('karim')];
});
afterEach(() => guilde.close());

/** Karim has written once on Claire’s urgent SOS. */
async function helped() {
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Demande la révision avec des captures datées de la page produit.');
  return { id: sos.id, conversationId: conversation.id };
}
const resolve = async (id: string) =>
  granted(
    await claire.post<SosDetail>(`/api/ratings/resolve/${id}`, {
      ratings: [{ memberId: karim.id, rating: 2, comment: 'Trop lent.' }],
    }),
  );
const undo = (client: Client, { id, resolvedAt }: Pick<SosDetail, 'id' | 'resolvedAt'>) =>
  client.post<SosDetail>(`/api/ratings/undo/${id}`, { resolvedAt });
const sosOf = async (id: string) => granted(await nina.get<SosDetail>(`/api/sos/${id}`));
const chatOf = async (id: string) =>
  granted(await claire.get<Conversation>(`/api/conversations/by-sos/${id}`));
const received = async () =>
  granted(await karim.get<{ items: ReceivedRating[] }>('/api/ratings/received')).items;

/** What a resolution changes, as its people see it. */
async function state(id: string) {
  const { status, resolvedAt, conversation } = await sosOf(id);
  const given = granted(await claire.get<GivenRating[]>(`/api/ratings/given/${id}`));
  const stats = granted(await karim.get<MemberStats>(`/api/ratings/stats/${karim.id}`));
  const { totalHelpCount } = granted(await karim.get<Profile>('/api/profile'));
  const chat = await chatOf(id);
  return {
    ...{ status, resolvedAt, conversation, stats, totalHelpCount },
    ...{ chat: chat.status, outcome: chat.outcome, ratings: given.length, received: await received() },
    seats: chat.participants.map(({ role, isActive }) => [role, isActive]),
    summary: await summaryOf(guilde, id),
  };
}

async function listen() {
  const values = { url: 'https://exemple.fr/', secret: '', events: ['sos.resolved' as const], createdAt: 1 };
  await guilde.deps.db.orm.insert(webhooks).values({ ...values, id: randomUUID(), pausedAt: 1 });
}
const told = () => guilde.deps.db.orm.select({ event: webhookDeliveries.event }).from(webhookDeliveries);

it('brings everything back as it was, once, and nothing of it leaves', async () => {
  await listen();
  const { id, conversationId } = await helped();
  const before = await state(id);
  const resolved = await resolve(id);
  const his = await karim.live();
  const [undone, again] = await Promise.all([undo(claire, resolved), undo(claire, resolved)]);
  expect([granted(undone).status, granted(again).status]).toEqual(['in_progress', 'in_progress']);
  expect((await his.next('conversation.updated')).conversation).toMatchObject({
    status: 'active',
    outcome: null,
  });
  his.close();
  expect(await state(id)).toEqual(before);
  const history = granted(
    await claire.get<{ messages: { kind: string }[] }>(`/api/conversations/${conversationId}/messages`),
  );
  expect(history.messages.map(({ kind }) => kind).slice(-2)).toEqual(['resolved', 'reopened']);
  await sendText(karim, conversationId, 'On continue.');
  await settle(guilde);
  expect(await state(id)).toEqual(before);
  expect(await told()).toEqual([]);
});

it('is refused after ten minutes, by the server’s clock, and what a resolution sends leaves then, once', async () => {
  await listen();
  const { id } = await helped();
  const resolved = await resolve(id);
  guilde.clock.advance((UNDO_MINUTES - 1) * MINUTE);
  await guilde.deps.jobs.drain();
  const waiting = await state(id);
  expect(waiting).toMatchObject({ status: 'resolved', totalHelpCount: 1, ratings: 1, received: [] });
  expect([waiting.stats.totalRatings, waiting.summary, await told()]).toEqual([0, undefined, []]);
  await settle(guilde);
  expect(refusal(await undo(claire, resolved))).toBe('409 RESOLUTION_SETTLED');
  const after = await state(id);
  expect(after).toMatchObject({ status: 'resolved', stats: { totalRatings: 1 }, received: [{ rating: 2 }] });
  expect(after.summary).toMatchObject({ status: 'pending' });
  expect(await told()).toEqual([{ event: 'sos.resolved' }]);
});

it('is refused once what follows has left, also to a clock that is behind', async () => {
  const { id } = await helped();
  const resolved = await resolve(id);
  const undoUntil = await undoUntilOf(id);
  // The other instance’s clock is ahead; a job may also run twice.
  for (let run = 0; run < 2; run++) await settleResolution(guilde.deps, { sosId: id, undoUntil });
  expect(refusal(await undo(claire, resolved))).toBe('409 RESOLUTION_SETTLED');
  expect(await sosOf(id)).toMatchObject({ status: 'resolved' });
});

async function undoUntilOf(id: string): Promise<number> {
  const [row] = await guilde.deps.db.orm.select().from(sosRequests).where(eq(sosRequests.id, id));
  return row?.undoUntil ?? 0;
}

it('of a former resolution leaves the next one, whose own time counts', async () => {
  await listen();
  const { id } = await helped();
  const first = await resolve(id);
  granted(await undo(claire, first));
  guilde.clock.advance(5 * MINUTE);
  const second = await resolve(id);
  expect(granted(await undo(claire, first))).toMatchObject({
    status: 'resolved',
    resolvedAt: second.resolvedAt,
  });
  guilde.clock.advance(6 * MINUTE);
  await guilde.deps.jobs.drain();
  expect(await told()).toEqual([]);
  expect(await summaryOf(guilde, id)).toBeUndefined();
  expect(granted(await undo(claire, second)).status).toBe('in_progress');
});

it('against a message of the helper keeps one order: the message is there, or was refused while it was closed', async () => {
  const { id, conversationId } = await helped();
  const resolved = await resolve(id);
  const message = { id: randomUUID(), content: 'Et maintenant ?' };
  const path = `/api/conversations/${conversationId}/messages`;
  const [undone, sent] = await Promise.all([undo(claire, resolved), karim.post(path, message)]);
  expect(granted(undone).status).toBe('in_progress');
  if (sent.status !== 200) expect(refusal(sent)).toBe('409 CONVERSATION_CLOSED');
  granted(await karim.post(path, message));
  const { messages } = granted(await claire.get<{ messages: { id: string }[] }>(path));
  expect(messages.filter(({ id }) => id === message.id)).toHaveLength(1);
});

it('leaves a summary under way alone, which a silence had asked for', async () => {
  const { id } = await helped();
  await guilde.deps.db.write((tx) => enqueueSummary(tx, guilde.deps, id, { delay: 2000 }));
  const resolved = await resolve(id);
  const made = guilde.deps.jobs.drain();
  granted(await undo(claire, resolved));
  await made;
  guilde.clock.advance(2000);
  await guilde.deps.jobs.drain();
  expect(await summaryOf(guilde, id)).toMatchObject({ status: 'pending', sourceMessageCount: 1 });
});

it('goes back to « ouvert » when nobody had answered', async () => {
  const { id } = await postSos(claire, { isUrgent: true });
  const resolved = granted(await claire.post<SosDetail>(`/api/ratings/resolve/${id}`, {}));
  expect(granted(await undo(claire, resolved))).toMatchObject({
    status: 'open',
    resolvedAt: null,
    isUrgent: true,
  });
});

it('belongs to the author alone, and not to what the team resolved', async () => {
  const { id } = await helped();
  const status = { status: 'resolved', reason: 'Demande du membre' };
  granted(await nina.put(`/api/admin/sos/${id}/status`, status));
  const byTeam = await sosOf(id);
  expect(refusal(await undo(claire, byTeam))).toBe('409 RESOLUTION_SETTLED');
  const other = await helped();
  const resolved = await resolve(other.id);
  for (const client of [karim, nina, await guilde.as('hugo')])
    expect(refusal(await undo(client, resolved))).toBe('403 SOS_NOT_YOURS');
  expect(refusal(await undo(guilde.visitor(), resolved))).toBe('401 UNAUTHENTICATED');
  expect(refusal(await undo(claire, { id: randomUUID(), resolvedAt: resolved.resolvedAt }))).toBe(
    '404 NOT_FOUND',
  );
  expect((await claire.post(`/api/ratings/undo/${other.id}`, { resolvedAt: 'hier' })).status).toBe(422);
  expect(await sosOf(other.id)).toMatchObject({ status: 'resolved' });
});
