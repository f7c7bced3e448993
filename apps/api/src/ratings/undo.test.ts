import { randomUUID } from 'node:crypto';
import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import type { GivenRating, MemberStats, ReceivedRating } from '@guilde/contracts/ratings/rules.ts';
import { type SosDetail, UNDO_MINUTES } from '@guilde/contracts/sos/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, postSos, refusal, sendText } from '../../test/scenes.ts';
import { summaryOf } from '../../test/summaries.ts';
import { enqueueSummary } from '../conversations/jobs.ts';
import { generateSummary } from '../knowledge/generation.ts';
import { sosSummaries } from '../knowledge/tables.ts';
import type { Ai } from '../platform/services/ai.ts';

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

/** Reads all that a resolution changes, as its people see it. */
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

it('brings everything back as it was, once', async () => {
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
  await guilde.deps.jobs.drain();
  expect(await state(id)).toEqual(before);
});

it('takes the summary along that was made since, and the score that counted the rating', async () => {
  const { id } = await helped();
  const resolved = await resolve(id);
  await guilde.deps.jobs.drain();
  const after = await state(id);
  expect(after).toMatchObject({ status: 'resolved', stats: { totalRatings: 1 }, received: [{ rating: 2 }] });
  expect(after.summary).toMatchObject({ status: 'pending' });
  granted(await undo(claire, resolved));
  await guilde.deps.jobs.drain();
  expect(await state(id)).toMatchObject({ stats: { totalRatings: 0 }, received: [], summary: undefined });
  await resolve(id);
  await guilde.deps.jobs.drain();
  expect(await summaryOf(guilde, id)).toMatchObject({ status: 'pending' });
});

it('leaves what was decided: a summary of before, and one that the team has judged', async () => {
  const { id } = await helped();
  await guilde.deps.db.write((tx) => enqueueSummary(tx, guilde.deps, id));
  await guilde.deps.jobs.drain();
  const before = await summaryOf(guilde, id);
  guilde.clock.advance(MINUTE);
  granted(await undo(claire, await resolve(id)));
  await guilde.deps.jobs.drain();
  expect(await summaryOf(guilde, id)).toEqual(before);
  const other = await helped();
  const resolved = await resolve(other.id);
  await guilde.deps.jobs.drain();
  await guilde.deps.db.orm
    .update(sosSummaries)
    .set({ status: 'rejected' })
    .where(eq(sosSummaries.sosRequestId, other.id));
  granted(await undo(claire, resolved));
  await guilde.deps.jobs.drain();
  expect(await summaryOf(guilde, other.id)).toMatchObject({ status: 'rejected' });
});

it('is refused after ten minutes, by the server’s clock', async () => {
  const { id } = await helped();
  const resolved = await resolve(id);
  guilde.clock.advance(UNDO_MINUTES * MINUTE + 1);
  expect(refusal(await undo(claire, resolved))).toBe('409 RESOLUTION_SETTLED');
  expect(await sosOf(id)).toMatchObject({ status: 'resolved' });
});

it('of a former resolution leaves the next one, whose own time counts', async () => {
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

/** The model refuses once it is told to answer, so that the local summariser writes. */
function slowModel() {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const ask: Ai['ask'] = async () => {
    asked.resolve();
    await answered.promise;
    return { text: '', refused: true, cut: false, use: null, durationMs: 1 };
  };
  const ai: Ai = { model: 'modele-de-test', monthlyBudget: 20, worstCost: () => 0.01, ask };
  return { ai, asked: asked.promise, answer: answered.resolve };
}

it('of a resolution whose summary is being written stores none of it', async () => {
  const { id } = await helped();
  const resolved = await resolve(id);
  const model = slowModel();
  const made = generateSummary(
    { ...guilde.deps, ai: model.ai },
    { sosId: id, refresh: true },
    { id: randomUUID(), attempt: 1 },
  );
  await model.asked;
  granted(await undo(claire, resolved));
  model.answer();
  await guilde.deps.jobs.drain();
  await made;
  expect(await summaryOf(guilde, id)).toBeUndefined();
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
