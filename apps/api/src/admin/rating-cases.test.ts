import { randomUUID } from 'node:crypto';
import type { AdminUserDetail } from '@guilde/contracts/admin/rules.ts';
import type { AdminCase, TeamDecision } from '@guilde/contracts/cases/rules.ts';
import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import type { GivenRating, MemberStats, ReceivedRating } from '@guilde/contracts/ratings/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, openChat, refusal, sendText } from '../../test/scenes.ts';
import { withSecondFactor } from '../../test/second-factor.ts';

const UNFAIR = { rule: 'off-topic', reason: 'Elle parle d’autre chose.' };

let guilde: Guilde;
let [nina, claire, karim, hugo]: Client[] = [];

beforeEach(async () => {
  guilde = await startGuilde();
  [nina, claire] = [await guilde.as('nina'), await guilde.as('claire')];
  [karim, hugo] = [await guilde.as('karim'), await guilde.as('hugo')];
});
afterEach(() => guilde.close());

async function rated(rating = 1, helper = karim as Client, text = 'Voici le formulaire') {
  const { sos, conversation } = await openChat(claire as Client, helper);
  if (text) await sendText(helper, conversation.id, text);
  const ratings = [{ memberId: helper.id, rating, comment: 'Rien à voir.' }];
  granted(await (claire as Client).post(`/api/ratings/resolve/${sos.id}`, { ratings }));
  await guilde.deps.jobs.drain();
  return given(sos.id);
}

async function given(sosId: string) {
  const [one] = granted(await (claire as Client).get<GivenRating[]>(`/api/ratings/given/${sosId}`));
  if (!one) throw new Error('No rating');
  return { ...one, sosId };
}

const ask = (by: Client | undefined, ratingId: string, id: string = randomUUID()) =>
  (by as Client).post('/api/reports/ratings', {
    id,
    ratingId,
    reason: 'retaliation',
    description: 'Injuste.',
  });
const remove = (ratingId: string, more: object = {}, by = nina as Client) =>
  by.post(`/api/admin/ratings/${ratingId}/remove`, { ...UNFAIR, ...more });
const received = async () =>
  granted(await (karim as Client).get<{ items: ReceivedRating[] }>('/api/ratings/received')).items;
const stats = async (by: Client | undefined) =>
  granted(await (by as Client).get<MemberStats>(`/api/ratings/stats/${karim?.id}`));
const queued = async (kind: string, by = nina as Client) =>
  granted(await by.get<QueuePage>(`/api/admin/queue?kind=${kind}`)).items;
const caseOf = async (id = '', by = nina as Client) =>
  granted(await by.get<AdminCase>(`/api/admin/cases/${id}`));

async function giveRole(by: Client | undefined, to: Client | undefined, role: string): Promise<void> {
  granted(await (by as Client).put(`/api/admin/users/${to?.id}/role`, { role }));
}

async function textsTo(client: Client | undefined): Promise<string> {
  await guilde.deps.jobs.drain();
  const mails = (await guilde.mails()).filter(({ to }) => to === client?.email);
  return mails.map(({ subject, text }) => `${subject}\n${text}`).join('\n');
}

async function contest(by: Client | undefined): Promise<string> {
  const [decision] = granted(await (by as Client).get<TeamDecision[]>('/api/decisions'));
  const input = { token: decision?.contestToken, text: 'Je demande un nouvel examen.' };
  granted(await guilde.visitor().post('/api/decisions/contests', input));
  const [waiting] = await queued('contest');
  expect(waiting?.note).toBe('Retrait d’une évaluation');
  return (await caseOf(waiting?.id)).decision?.contest?.id ?? '';
}

const decide = (contestId: string, outcome = 'reversed', by = nina as Client) =>
  by.post(`/api/admin/contests/${contestId}/decide`, { outcome, answer: 'Après relecture.' });

it('the helper asks the team once to look at a rating, which is a case about who gave it', async () => {
  const { id } = await rated();
  const report = randomUUID();
  granted(await ask(karim, id, report));
  granted(await ask(karim, id, report));
  expect(refusal(await ask(karim, id))).toBe('409 CONTENT_REPORT_PENDING');
  expect(refusal(await ask(claire, id))).toBe('409 RATING_GIVEN');
  expect(refusal(await ask(hugo, id))).toBe('404 NOT_FOUND');
  const [waiting] = await queued('report');
  expect(waiting?.title).toBe('Évaluation à examiner\u00a0: Claire Martin');
  const one = await caseOf(waiting?.id);
  expect(one).toMatchObject({
    ...{ subject: 'rating', member: { id: claire?.id } },
    content: { id, ownerId: claire?.id, isCancelled: false },
  });
  expect(one.reports[0]?.quote).toContain('1 sur 5\nRien à voir.');
  granted(await remove(id, { caseId: one.id }));
  expect(await caseOf(one.id)).toMatchObject({
    ...{ decision: { outcome: 'rating-removal', rule: 'off-topic' }, content: { isCancelled: true } },
  });
  expect(refusal(await remove(id))).toBe('409 RATING_REMOVED');
  expect(refusal(await ask(karim, id))).toBe('409 RATING_REMOVED');
});

it('a removed rating counts nowhere, and only its giver and the helper still see it', async () => {
  const { id, sosId } = await rated();
  for (let count = 0; count < 4; count++) await rated(5);
  expect((await stats(hugo)).totalRatings).toBe(5);
  granted(await remove(id));
  expect(await stats(karim)).toMatchObject({ averageRating: 5, totalRatings: 4, resolvedSOS: 5 });
  expect((await stats(hugo)).totalRatings).toBe(0);
  expect((await received()).at(-1)).toMatchObject({ id, isRemoved: true, mayReply: false });
  expect(await given(sosId)).toMatchObject({ isRemoved: true });
  const correction = await claire?.put(`/api/ratings/corrections/${id}`, { rating: 5, comment: '' });
  expect(correction && refusal(correction)).toBe('409 RATING_REMOVED');
  const reply = await karim?.put(`/api/ratings/received/${id}/reply`, { text: 'Si.' });
  expect(reply && refusal(reply)).toBe('409 RATING_REMOVED');
  for (const client of [claire, karim]) {
    const texts = await textsTo(client);
    expect(texts).toContain(UNFAIR.reason);
    expect(texts).toContain('Contester la décision');
  }
  for (let count = 0; count < 5; count++) await rated(5);
  expect(await stats(hugo)).toMatchObject({ averageRating: 5, totalRatings: 9 });
});

it('blames the giver alone for a rule that was broken', async () => {
  const { id } = await rated();
  granted(await remove(id, { rule: 'harassment' }));
  const rulesOf = async (by: Client | undefined) =>
    granted(await (by as Client).get<TeamDecision[]>('/api/decisions')).map(({ rule }) => rule);
  expect(await rulesOf(claire)).toEqual(['harassment']);
  expect(await rulesOf(karim)).toEqual(['off-topic']);
  expect(await textsTo(karim)).toContain('Rien ne vous est reproché.');
});

it('either contests it; the rating comes back once, and the other hears of it', async () => {
  const { id } = await rated();
  granted(await remove(id));
  const first = await contest(claire);
  granted(await decide(first));
  expect(await stats(karim)).toMatchObject({ averageRating: 1, totalRatings: 1 });
  expect((await received())[0]).toMatchObject({ id, isRemoved: false, mayReply: true });
  expect(await textsTo(claire)).toContain('L’évaluation compte de nouveau.');
  expect(await textsTo(karim)).toContain('Le retrait d’une évaluation est annulé');
  const second = await contest(karim);
  granted(await remove(id));
  granted(await decide(second));
  expect((await stats(karim)).totalRatings).toBe(0);
  const [again] = granted(await (claire as Client).get<TeamDecision[]>('/api/decisions'));
  expect(again?.endedAt).toBeNull();
  for (const client of [claire, karim])
    expect(await textsTo(client)).toContain('dans nos registres seulement');
  expect(refusal(await decide(second))).toBe('409 CONTEST_DECIDED');
});

it('nobody removes a rating that they gave or received, nor decides the contest of the other', async () => {
  const ofTeam = await rated(1, nina);
  expect(refusal(await remove(ofTeam.id))).toBe('409 REMOVAL_OWN');
  expect(refusal(await remove(ofTeam.id, {}, karim))).toBe('403 TEAM_ONLY');
  const { id } = await rated();
  granted(await remove(id));
  const contestId = await contest(claire);
  const [waiting] = await queued('contest');
  await giveRole(nina, karim, 'admin');
  await withSecondFactor(guilde, karim as Client);
  expect(await queued('contest', karim)).toEqual([]);
  expect(await caseOf(waiting?.id, karim)).toMatchObject({ mayReview: false });
  expect(refusal(await decide(contestId, 'reversed', karim))).toBe('409 CONTEST_OWN_DECISION');
});

it('who administers alone decides the contest of a rating that they received', async () => {
  const { id } = await rated(1, nina);
  await giveRole(nina, karim, 'admin');
  await withSecondFactor(guilde, karim as Client);
  granted(await remove(id, {}, karim));
  await giveRole(nina, karim, 'member');
  const contestId = await contest(claire);
  const [waiting] = await queued('contest');
  expect(await caseOf(waiting?.id)).toMatchObject({ mayReview: true, isAlone: true });
  granted(await decide(contestId));
  expect(await caseOf(waiting?.id)).toMatchObject({ decision: { contest: { outcome: 'reversed' } } });
});

it('the team reads whose ratings count less, and why', async () => {
  const { id } = await rated(5, karim, '');
  const user = granted(await (nina as Client).get<AdminUserDetail>(`/api/admin/users/${karim?.id}`));
  expect(user.lowered).toMatchObject([{ id, giver: { id: claire?.id }, percent: 0, reason: 'silent' }]);
});
