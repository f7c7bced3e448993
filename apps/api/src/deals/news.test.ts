import { randomUUID } from 'node:crypto';
import { PROOF_MAX_BYTES } from '@guilde/contracts/deals/rules.ts';
import { parisLocal } from '@guilde/contracts/paris-time.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import {
  act,
  afterClose,
  approved,
  commitTo,
  DAY_MS,
  dealInput,
  offerInput,
  opened,
  propose,
  seenDeal,
  withDeals,
} from '../../test/deal-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { uploaded } from '../../test/uploads.ts';
import { files } from '../files/tables.ts';
import { beginDigest } from '../home/digest.ts';
import { applyRetention } from '../platform/retention.ts';
import { refuseDeal } from './deals.ts';
import { dealCommitments, dealInterests, deals } from './tables.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;

beforeEach(async () => {
  guilde = await startGuilde();
  [claire, karim, zoe] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('zoe')];
  await withDeals(guilde);
});
afterEach(() => guilde.close());

const told = async ({ email }: Client) => {
  await guilde.deps.jobs.drain();
  return (await guilde.mails())
    .filter(({ to, text }) => to === email && text.includes('participes à un deal'))
    .map(({ subject }) => subject);
};

it('tells author and lead what the team decided', async () => {
  const idea = await propose(claire);
  await guilde.deps.db.write((tx) => refuseDeal(tx, guilde.deps, idea.id, 'Trop vague.'));
  const { id } = await propose(karim);
  await approved(guilde, id);
  expect(await told(claire)).toEqual(['L’équipe n’a pas publié ton deal']);
  expect(await told(karim)).toEqual(['L’équipe a publié ton deal']);
});

it('tells whoever is committed that the conditions changed, and nobody else', async () => {
  const deal = await opened(guilde, claire);
  granted(await commitTo(karim, deal, 10));
  granted(await zoe.put(`/api/deals/${deal.id}/interest`, { volume: null }));
  granted(
    await claire.put(`/api/deals/${deal.id}/offer`, offerInput(guilde, { conditions: 'Port en sus.' })),
  );
  expect(await told(karim)).toEqual([]);
  await approved(guilde, deal.id);
  expect(await told(karim)).toEqual(['Les conditions ont changé']);
  expect(await told(zoe)).toEqual([]);
});

it('reminds once, two days before, whoever is interested and has not committed', async () => {
  const deal = await opened(guilde, claire);
  for (const client of [karim, zoe])
    granted(await client.put(`/api/deals/${deal.id}/interest`, { volume: 'to-50' }));
  granted(await commitTo(karim, deal, 10));
  guilde.clock.set(Date.parse(deal.commitUntil ?? '') - 2 * DAY_MS + 1000);
  expect(await told(zoe)).toEqual(['Le deal se termine bientôt']);
  guilde.clock.advance(DAY_MS);
  expect(await told(zoe)).toHaveLength(1);
  expect(await told(karim)).toEqual([]);
});

it('asks the lead to choose, says so to all others, and tells all when the goal is missed for good', async () => {
  const deal = await opened(guilde, claire);
  for (const client of [claire, karim, zoe]) granted(await commitTo(client, deal, 10));
  granted(await act(zoe, deal, 'withdraw', {}));
  await guilde.deps.jobs.drain();
  await afterClose(guilde, deal);
  const [approval, choice, ...more] = await told(claire);
  expect([approval, choice, more]).toEqual([
    'L’équipe a publié ton deal',
    expect.stringMatching(/à toi de choisir$/),
    [],
  ]);
  expect(await told(karim)).toEqual([expect.stringMatching(/la suite se décide$/)]);
  expect((await guilde.mails()).findLast(({ to }) => to === karim.email)?.text).toContain(
    'sept jours de plus, un palier inférieur s’il est atteint, ou la fin. Tu peux te retirer d’ici là.',
  );
  expect(await told(zoe)).toEqual([]);
  guilde.clock.advance(2 * DAY_MS + 1000);
  expect((await told(karim)).slice(1)).toEqual(['Objectif non atteint']);
  const text = (await guilde.mails()).findLast(({ to }) => to === karim.email)?.text;
  expect(text).toContain('Rien n’est commandé, rien n’est dû.');
});

it('tells whoever is committed that the deal goes on for seven days', async () => {
  const deal = await opened(guilde, claire);
  for (const client of [karim, zoe]) granted(await commitTo(client, deal, 10));
  await afterClose(guilde, deal);
  granted(await act(zoe, deal, 'withdraw', {}));
  granted(await act(claire, deal, 'choice', { choice: 'prolong' }));
  expect((await told(karim)).at(-1)).toBe('Le deal est prolongé de 7 jours');
  expect(await told(zoe)).toHaveLength(1);
  expect((await told(claire)).at(-1)).toMatch(/à toi de choisir$/);
});

it('takes the lead’s word to all who are committed, once, and from nobody else', async () => {
  const deal = await opened(guilde, claire);
  granted(await commitTo(karim, deal, 10));
  const message = { id: randomUUID(), text: 'Le fournisseur confirme mardi.' };
  expect(refusal(await act(karim, deal, 'message', message))).toBe('404 NOT_FOUND');
  granted(await act(claire, deal, 'message', message));
  granted(await act(claire, deal, 'message', message));
  expect(await told(karim)).toEqual([expect.stringContaining('Un mot sur')]);
  expect((await guilde.mails()).at(-1)?.text).toContain(message.text);
  expect(await told(zoe)).toEqual([]);
});

it('an account that goes leaves no open commitment, interest or lead, and what was kept without a name', async () => {
  const deal = await opened(guilde, claire, { minTotal: 100 });
  granted(await commitTo(karim, deal, 60));
  granted(await commitTo(zoe, deal, 60));
  granted(await karim.put(`/api/deals/${deal.id}/interest`, { volume: null }));
  granted(await karim.post('/api/account/delete', { password: PASSWORD }));
  const { orm } = guilde.deps.db;
  expect(await orm.select().from(dealInterests)).toEqual([]);
  const [stored] = await orm.select().from(deals).where(eq(deals.id, deal.id));
  expect(stored).toMatchObject({ total: 60, committed: 1, interested: 0 });
  const [gone] = await orm.select().from(dealCommitments).where(eq(dealCommitments.quantity, 60));
  expect(gone).toMatchObject({ memberId: null, state: 'withdrawn', consentAt: null });
  granted(await claire.post('/api/account/delete', { password: PASSWORD }));
  expect(await seenDeal(zoe, deal.id)).toMatchObject({ lead: null, status: 'open' });
});

it('the digest of the week names two deals of others that opened and that one does not follow', async () => {
  guilde.clock.advance(6.9 * DAY_MS);
  for (const name of ['nina', 'hugo', 'lucie', 'paul'] as const) await opened(guilde, await guilde.as(name));
  const sooner = parisLocal(guilde.clock.now() + 5 * DAY_MS).slice(0, 10);
  const followed = await opened(guilde, claire, { commitUntil: sooner });
  granted(await karim.put(`/api/deals/${followed.id}/interest`, { volume: null }));
  await guilde.deps.db.orm.update(deals).set({ title: 'Suivi' }).where(eq(deals.id, followed.id));
  guilde.clock.advance(0.1 * DAY_MS);
  await beginDigest(guilde.deps);
  const mail = (await guilde.mails()).findLast(
    ({ to, subject }) => to === karim.email && subject.startsWith('Ta semaine'),
  );
  expect(mail?.subject).toBe('Ta semaine sur Guilde : 2 deals ouverts');
  expect(mail?.text).toContain('Deux deals sont ouverts\u00a0: «\u00a0Étuis en carton\u00a0»');
  expect(mail?.text).not.toContain('Suivi');
  expect(mail?.text).toMatch(/\/deals$/m);
});

it('a proof has 10 MB at most', async () => {
  const bytes = Buffer.alloc(PROOF_MAX_BYTES + 1, 'a');
  const file = await uploaded(claire, '/api/sos/files', { name: 'preuve.txt', bytes });
  const offer = offerInput(guilde, { files: [file.id] });
  expect(refusal(await claire.post('/api/deals', dealInput({ offer })))).toBe('413 DEAL_PROOF_TOO_HEAVY');
});

it('the proof is seen with its offer only, and goes 30 days after the reviews', async () => {
  const file = await uploaded(claire, '/api/sos/files');
  const reference = { price: 6000, on: '2026-11-01' };
  const offer = offerInput(guilde, { files: [file.id], reference });
  const { id } = await propose(claire, { offer });
  const at = `/api/deals/${id}/files/${file.id}/full`;
  expect(refusal(await karim.get(at))).toBe('404 NOT_FOUND');
  granted(await claire.get(at));
  await approved(guilde, id);
  granted(await karim.get(at));
  granted(await act(claire, { id }, 'cancel', { reason: 'Le fournisseur ferme.' }));
  guilde.clock.advance(29 * DAY_MS);
  await applyRetention(guilde.deps);
  const kept = () => guilde.deps.db.orm.$count(files, eq(files.dealId, id));
  expect(await kept()).toBe(1);
  guilde.clock.advance(2 * DAY_MS);
  await applyRetention(guilde.deps);
  expect(await kept()).toBe(0);
});
