import type { DealDetail } from '@guilde/contracts/deals/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import {
  act,
  approved,
  commitTo,
  dealInput,
  exactSums,
  listedDeals,
  offerInput,
  opened,
  propose,
  seenDeal,
  withDeals,
} from '../../test/deal-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';

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

it('is found by nobody while it is switched off', async () => {
  const nina = await guilde.as('nina');
  const { id } = await propose(claire);
  granted(await nina.put('/api/admin/community', { deals: false }));
  expect(refusal(await claire.get('/api/deals'))).toBe('404 NOT_FOUND');
  expect(refusal(await claire.get(`/api/deals/${id}`))).toBe('404 NOT_FOUND');
});

it('is an idea that its author alone sees until the team approves it', async () => {
  const idea = dealInput();
  granted(await claire.post('/api/deals', idea));
  granted(await claire.post('/api/deals', idea));
  expect((await listedDeals(claire, '?scope=mine')).map(({ id, status }) => [id, status])).toEqual([
    [idea.id, 'proposed'],
  ]);
  expect(await listedDeals(karim, '?scope=ideas')).toEqual([]);
  expect(refusal(await karim.get(`/api/deals/${idea.id}`))).toBe('404 NOT_FOUND');
  const live = await karim.live();
  await approved(guilde, idea.id);
  expect((await live.next('deal.changed')).dealId).toBe(idea.id);
  live.close();
  expect((await listedDeals(karim, '?scope=ideas&category=packaging')).map(({ id }) => id)).toEqual([
    idea.id,
  ]);
  expect(await listedDeals(karim, '?scope=ideas&category=tools')).toEqual([]);
});

it('has three open ones a member, and one that somebody leads', async () => {
  const deals = [await propose(claire), await propose(claire), await propose(claire)];
  expect(refusal(await claire.post('/api/deals', dealInput()))).toBe('409 DEALS_EXHAUSTED');
  for (const { id } of deals) await approved(guilde, id);
  const [first, second] = deals as [(typeof deals)[0], (typeof deals)[0]];
  granted(await act(karim, first, 'lead', {}));
  expect(granted(await act(karim, first, 'lead', {}))).toMatchObject({ status: 'negotiation', isLead: true });
  expect(refusal(await act(zoe, first, 'lead', {}))).toBe('409 DEAL_LED');
  expect(refusal(await act(karim, second, 'lead', {}))).toBe('409 DEAL_LEAD_BUSY');
  expect(refusal(await zoe.put(`/api/deals/${first.id}/offer`, offerInput(guilde)))).toBe('404 NOT_FOUND');
});

it('says the tie, and refuses an offer without one or with a wrong day', async () => {
  const offer = (values: object) =>
    claire.post('/api/deals', dealInput({ offer: offerInput(guilde, { ...values }) }));
  expect(refusal(await offer({ tie: null }))).toBe('422 TIE_REQUIRED');
  expect(refusal(await offer({ commitUntil: '2020-01-01' }))).toBe('422 DEAL_DAY_INVALID');
  const tiers = [
    { minimum: 100, price: 4200 },
    { minimum: 200, price: 4900 },
  ];
  expect((await offer({ tiers })).error.fields).toHaveProperty('offer.tiers');
  expect((await offer({ minTotal: 50, maxTotal: 99 })).error.fields).toEqual({
    'offer.tiers': 'Le premier palier dépasse le maximum du deal.',
  });
  expect((await offer({ reference: { price: 6000, on: '2026-02-03' } })).error.fields).toHaveProperty(
    'offer.files',
  );
  expect(await listedDeals(claire, '?scope=mine')).toEqual([]);
  const deal = await opened(guilde, claire);
  expect(await seenDeal(karim, deal.id)).toMatchObject({
    tie: 'client',
    status: 'open',
    lead: { id: claire.id },
    offer: { supplierName: 'Cartonnerie Martin', reference: null },
    code: null,
    sums: null,
    committed: null,
  });
});

it('hides an offer, also a changed one, until the team has read it', async () => {
  const idea = await propose(claire);
  await approved(guilde, idea.id);
  granted(await act(karim, idea, 'lead', { tie: 'none' }));
  granted(await karim.put(`/api/deals/${idea.id}/offer`, offerInput(guilde)));
  expect(await seenDeal(claire, idea.id)).toMatchObject({
    status: 'offered',
    offer: null,
    commitUntil: null,
  });
  expect(await seenDeal(karim, idea.id)).toMatchObject({ offer: { unit: 'étuis' } });
  await approved(guilde, idea.id);
  expect((await listedDeals(claire)).map(({ id }) => id)).toEqual([idea.id]);
});

it('voids what was committed when the offer changes, until each says that it is fine', async () => {
  const deal = await opened(guilde, claire);
  granted(await commitTo(karim, deal, 50));
  granted(await commitTo(zoe, deal, 60));
  const changed = (values: object) =>
    claire.put<DealDetail>(`/api/deals/${deal.id}/offer`, offerInput(guilde, { ...values }));
  expect(granted(await changed({}))).toMatchObject({ status: 'open', revision: 1 });
  granted(await changed({ conditions: 'Livraison en sus.' }));
  expect(granted(await changed({ conditions: 'Livraison en sus.' }))).toMatchObject({ revision: 2 });
  expect(await seenDeal(claire, deal.id)).toMatchObject({ status: 'offered' });
  expect(await exactSums(guilde, deal)).toEqual({ members: 0, total: 0 });
  expect(refusal(await act(karim, deal, 'confirm', { revision: 2 }))).toBe('409 DEAL_CLOSED');
  await approved(guilde, deal.id);
  expect((await seenDeal(karim, deal.id)).commitment).toMatchObject({ state: 'void', quantity: 50 });
  expect(refusal(await commitTo(karim, deal, 50))).toBe('409 DEAL_CHANGED');
  expect(refusal(await act(karim, deal, 'confirm', { revision: 1 }))).toBe('409 DEAL_CHANGED');
  granted(await act(karim, deal, 'confirm', { revision: 2 }));
  const confirmed = granted(await act(karim, deal, 'confirm', { revision: 2 }));
  expect(confirmed.commitment).toMatchObject({ state: 'committed', quantity: 50 });
  expect(await exactSums(guilde, deal)).toEqual({ members: 1, total: 50 });

  granted(await changed({ supplierName: 'Autre cartonnier' }));
  await approved(guilde, deal.id);
  expect(refusal(await act(karim, deal, 'confirm', { revision: 3 }))).toBe('409 CONSENT_REQUIRED');
  granted(await commitTo(karim, { ...deal, revision: 3 }, 50));
});

it('goes on with another lead, who says a tie too', async () => {
  const deal = await opened(guilde, claire);
  granted(await commitTo(karim, deal, 50));
  expect(refusal(await act(karim, deal, 'leave'))).toBe('404 NOT_FOUND');
  granted(await act(claire, deal, 'leave'));
  expect(await seenDeal(karim, deal.id)).toMatchObject({ lead: null, tie: null, status: 'open' });
  expect(refusal(await act(zoe, deal, 'lead', {}))).toBe('422 TIE_REQUIRED');
  granted(await act(zoe, deal, 'lead', { tie: 'close', tieNote: 'Ma sœur y travaille.' }));
  expect(await seenDeal(karim, deal.id)).toMatchObject({ lead: { id: zoe.id }, tie: 'close' });
});

it('is cancelled with a reason, and nothing is owed', async () => {
  const deal = await opened(guilde, claire);
  granted(await commitTo(karim, deal, 50));
  expect(refusal(await act(karim, deal, 'cancel', { reason: 'Non' }))).toBe('404 NOT_FOUND');
  granted(await act(claire, deal, 'cancel', { reason: 'Le fournisseur a fermé.' }));
  expect(await seenDeal(karim, deal.id)).toMatchObject({
    status: 'cancelled',
    reason: 'Le fournisseur a fermé.',
    commitment: { state: 'void', quantity: 0, consentAt: null },
  });
  expect(refusal(await act(claire, deal, 'cancel', { reason: 'Encore' }))).toBe('409 DEAL_CLOSED');
});
