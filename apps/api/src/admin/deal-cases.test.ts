import { randomUUID } from 'node:crypto';
import type { AdminCase, TeamDecision } from '@guilde/contracts/cases/rules.ts';
import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import {
  act,
  afterClose,
  commitTo,
  DAY_MS,
  exactSums,
  offerInput,
  opened,
  propose,
  seenDeal,
  withDeals,
} from '../../test/deal-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { planDeals } from '../deals/closing.ts';
import { jobs } from '../platform/database/tables.ts';

const HIDDEN = { rule: 'undisclosed-interest', reason: 'Le fournisseur te verse une commission.' };

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;
let zoe: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  [nina, claire] = [await guilde.as('nina'), await guilde.as('claire')];
  [karim, zoe] = [await guilde.as('karim'), await guilde.as('zoe')];
  await withDeals(guilde);
});
afterEach(() => guilde.close());

const report = (by: Client, dealId: string, id: string = randomUUID()) =>
  by.post('/api/reports/deals', { id, dealId, reason: 'violation_rules', description: 'Il touche dessus.' });
const cancel = (id: string, more: object = {}) =>
  nina.post(`/api/admin/deals/${id}/cancel`, { ...HIDDEN, ...more });
const caseOf = async (id: string) => granted(await nina.get<AdminCase>(`/api/admin/cases/${id}`));
const queued = async (kind: string) =>
  granted(await nina.get<QueuePage>(`/api/admin/queue?kind=${kind}`)).items;

async function textsTo({ email }: Client): Promise<string> {
  await guilde.deps.jobs.drain();
  return (await guilde.mails())
    .filter(({ to }) => to === email)
    .map(({ subject, text }) => `${subject}\n${text}`)
    .join('\n');
}

async function reversed(holder: Client): Promise<void> {
  const [decision] = granted(await holder.get<TeamDecision[]>('/api/decisions'));
  const input = { token: decision?.contestToken, text: 'Je ne touche rien.' };
  granted(await guilde.visitor().post('/api/decisions/contests', input));
  const [contest] = await queued('contest');
  expect(contest?.note).toBe('Annulation d’un deal');
  const { decision: contested } = await caseOf(contest?.id ?? '');
  const path = `/api/admin/contests/${contested?.contest?.id}/decide`;
  granted(await nina.post(path, { outcome: 'reversed', answer: 'Après relecture.' }));
}

it('a report is about the deal, of which it keeps the text, and its cancellation decides it', async () => {
  const deal = await opened(guilde, claire);
  granted(await commitTo(zoe, deal, 50));
  const id = randomUUID();
  granted(await report(karim, deal.id, id));
  granted(await report(karim, deal.id, id));
  expect(refusal(await report(karim, deal.id))).toBe('409 CONTENT_REPORT_PENDING');
  expect(refusal(await report(claire, deal.id))).toBe('409 REPORT_SELF');
  const hidden = await propose(karim);
  expect(refusal(await report(zoe, hidden.id))).toBe('404 NOT_FOUND');
  const [reported] = await queued('report');
  expect(reported?.title).toBe('Deal signalé\u00a0: Claire Martin');
  const caseId = reported?.id ?? '';
  const one = await caseOf(caseId);
  expect(one).toMatchObject({
    subject: 'deal',
    member: { id: claire.id },
    content: { id: deal.id, ownerId: claire.id, isCancelled: false, endsAt: null },
  });
  expect(one.reports[0]?.quote).toBe(`${deal.title}\n${deal.need}\nCartonnerie Martin\nLivraison comprise.`);
  expect(refusal(await cancel(hidden.id, { caseId }))).toBe('404 NOT_FOUND');
  granted(await cancel(deal.id, { caseId }));
  expect(await caseOf(caseId)).toMatchObject({
    decision: { outcome: 'deal-cancellation', rule: HIDDEN.rule },
    content: { isCancelled: true },
  });
  expect(await seenDeal(zoe, deal.id)).toMatchObject({
    status: 'cancelled',
    reason: 'L’équipe a annulé ce deal.',
    progress: null,
  });
  expect(await textsTo(claire)).toContain(HIDDEN.reason);
  expect(await textsTo(claire)).not.toMatch(/Karim|Zoé/);
  expect(await textsTo(zoe)).toContain('L’équipe a annulé ce deal.');
  expect(await textsTo(zoe)).not.toContain(HIDDEN.reason);
  expect(await textsTo(karim)).toContain('L’équipe a examiné ton signalement');
  expect(refusal(await cancel(deal.id))).toBe('409 DEAL_CLOSED');
});

it('an accepted contest opens it again with who did not withdraw, for three days, and its close comes', async () => {
  const deal = await opened(guilde, claire);
  const before = granted(await commitTo(karim, deal, 200));
  granted(await commitTo(zoe, deal, 60));
  granted(await cancel(deal.id));
  granted(await act(zoe, deal, 'withdraw', {}));
  guilde.clock.set(Date.parse(deal.commitUntil ?? '') - DAY_MS);
  await reversed(claire);
  const again = await seenDeal(karim, deal.id);
  expect(again).toMatchObject({ status: 'open', reason: '', commitment: before.commitment });
  expect(Date.parse(again.commitUntil ?? '')).toBeGreaterThan(guilde.clock.now() + 2 * DAY_MS);
  expect(await seenDeal(zoe, deal.id)).toMatchObject({ commitment: { state: 'withdrawn' } });
  expect(await exactSums(guilde, deal)).toEqual({ members: 1, total: 200 });
  expect(await textsTo(karim)).toContain('Le deal est de nouveau ouvert');
  expect(await textsTo(zoe)).not.toContain('Le deal est de nouveau ouvert');
  expect(await textsTo(claire)).toContain('Votre deal est de nouveau visible.');
  granted(await karim.get(`/api/conversations/by-deal/${deal.id}`));
  await afterClose(guilde, deal);
  expect(await seenDeal(karim, deal.id)).toMatchObject({ status: 'open' });
  await afterClose(guilde, again);
  expect(await seenDeal(karim, deal.id)).toMatchObject({ status: 'reached' });
});

it('an accepted contest opens it again without who has left Guilde meanwhile', async () => {
  const deal = await opened(guilde, claire);
  granted(await commitTo(karim, deal, 200));
  granted(await commitTo(zoe, deal, 60));
  granted(await cancel(deal.id));
  granted(await karim.post('/api/account/delete', { password: PASSWORD }));
  await reversed(claire);
  expect(await seenDeal(claire, deal.id)).toMatchObject({ status: 'open' });
  expect(await exactSums(guilde, deal)).toEqual({ members: 1, total: 60 });
  expect(await seenDeal(zoe, deal.id)).toMatchObject({ commitment: { state: 'committed', quantity: 60 } });
});

it('what was promised ends with the close of a cancelled deal, also where an import has left no job', async () => {
  const deal = await opened(guilde, claire);
  granted(await commitTo(karim, deal, 50));
  granted(await cancel(deal.id));
  await guilde.deps.db.orm.delete(jobs);
  await guilde.deps.db.write((tx) => planDeals(tx, guilde.deps));
  expect(await seenDeal(karim, deal.id)).toMatchObject({ commitment: { quantity: 50 } });
  await afterClose(guilde, deal);
  expect(await seenDeal(karim, deal.id)).toMatchObject({ commitment: { quantity: 0, consentAt: null } });
});

it('an accepted contest only stands in the record once the close has passed, which leaves no promise', async () => {
  const deal = await opened(guilde, claire);
  granted(await commitTo(karim, deal, 50));
  granted(await cancel(deal.id));
  await afterClose(guilde, deal);
  await reversed(claire);
  expect(await seenDeal(karim, deal.id)).toMatchObject({
    status: 'cancelled',
    commitment: { quantity: 0, consentAt: null },
  });
  expect(await textsTo(claire)).toContain('Le deal ne peut plus reprendre');
});

it('an accepted contest brings an unread offer back as a negotiation, where who was committed may commit anew', async () => {
  const deal = await opened(guilde, claire);
  granted(await commitTo(karim, deal, 50));
  granted(await claire.put(`/api/deals/${deal.id}/offer`, offerInput(guilde, { minTotal: 300 })));
  granted(await cancel(deal.id));
  await afterClose(guilde, deal);
  await reversed(claire);
  expect(await seenDeal(karim, deal.id)).toMatchObject({
    status: 'negotiation',
    commitment: { state: 'withdrawn', quantity: 0, consentAt: null },
  });
});

it('is of others: nobody cancels as the team what they lead', async () => {
  const deal = await opened(guilde, nina);
  expect(refusal(await cancel(deal.id))).toBe('409 REMOVAL_OWN');
  granted(await act(nina, deal, 'cancel', { reason: 'Le fournisseur ferme.' }));
});
