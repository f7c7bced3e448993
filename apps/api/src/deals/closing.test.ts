import type { DealDetail } from '@guilde/contracts/deals/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import {
  act,
  afterClose,
  commitTo,
  DAY_MS,
  listedDeals,
  opened,
  seenDeal,
  signedInAgain,
  withDeals,
} from '../../test/deal-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { askSilentLeads } from './closing.ts';
import { storedDeal } from './deal.ts';
import { releaseLead } from './deals.ts';

const HOUR_MS = 3_600_000;
let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let deal: DealDetail;

beforeEach(async () => {
  guilde = await startGuilde();
  [claire, karim, zoe] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('zoe')];
  await withDeals(guilde);
  deal = await opened(guilde, claire);
});
afterEach(() => guilde.close());

const status = async () => (await seenDeal(karim, deal.id)).status;

async function pass(milliseconds: number): Promise<void> {
  guilde.clock.advance(milliseconds);
  await guilde.deps.jobs.drain();
}

it('ends at its hour: reached, with names and the code for those who are in', async () => {
  granted(await commitTo(karim, deal, 150));
  granted(await commitTo(zoe, deal, 50));
  expect(await seenDeal(karim, deal.id)).toMatchObject({ code: null });
  expect(await seenDeal(claire, deal.id)).toMatchObject({
    committed: null,
    sums: { members: null, total: null, isReached: true, hasCommitted: true },
  });
  await afterClose(guilde, deal);
  expect(await status()).toBe('reached');
  expect((await listedDeals(karim, '?scope=concluded')).map(({ id }) => id)).toEqual([deal.id]);
  expect(await listedDeals(karim)).toEqual([]);
  expect(await seenDeal(karim, deal.id)).toMatchObject({ code: 'GUILDE-42', committed: null });
  const { committed, sums } = await seenDeal(claire, deal.id);
  expect(sums).toMatchObject({ members: 2, total: 200 });
  expect(committed?.map(({ member, quantity }) => [member.id, quantity])).toEqual([
    [karim.id, 150],
    [zoe.id, 50],
  ]);
  expect(await seenDeal(await guilde.as('paul'), deal.id)).toMatchObject({ code: null, committed: null });

  expect(refusal(await act(karim, deal, 'withdraw', {}))).toBe('422 DEAL_REASON_REQUIRED');
  granted(await act(karim, deal, 'withdraw', { reason: 'Trésorerie.' }));
  expect((await seenDeal(karim, deal.id)).commitment).toMatchObject({ state: 'not-kept' });
});

it('leaves the lead a choice of 48 hours, and no quantity without one', async () => {
  granted(await commitTo(karim, deal, 50));
  await afterClose(guilde, deal);
  expect(await seenDeal(claire, deal.id)).toMatchObject({
    status: 'not-reached',
    choice: { mayProlong: true, lowerTier: null },
  });
  for (const { choice } of [await seenDeal(karim, deal.id), ...(await listedDeals(zoe, '?scope=concluded'))])
    expect(choice).toMatchObject({ mayProlong: true, lowerTier: null });
  expect(refusal(await act(karim, deal, 'choice', { choice: 'prolong' }))).toBe('404 NOT_FOUND');
  expect(refusal(await act(claire, deal, 'choice', { choice: 'lower-tier' }))).toBe('409 DEAL_CLOSED');
  await pass(47 * HOUR_MS);
  expect(await seenDeal(karim, deal.id)).toMatchObject({ commitment: { quantity: 50 } });
  await pass(HOUR_MS);
  expect(await seenDeal(karim, deal.id)).toMatchObject({
    status: 'not-reached',
    choice: null,
    commitment: { state: 'void', quantity: 0, consentAt: null },
  });
  expect(await seenDeal(claire, deal.id)).toMatchObject({ choice: null, sums: { hasCommitted: false } });
  expect(refusal(await act(claire, deal, 'choice', { choice: 'prolong' }))).toBe('409 DEAL_CLOSED');
});

it('is prolonged once, by seven days', async () => {
  granted(await commitTo(karim, deal, 50));
  await afterClose(guilde, deal);
  const open = granted(await act(claire, deal, 'choice', { choice: 'prolong' }));
  expect(open).toMatchObject({ status: 'open', sums: { hasCommitted: true } });
  const more = Date.parse(open.commitUntil ?? '') - Date.parse(deal.commitUntil ?? '');
  expect(Math.floor(more / DAY_MS)).toBe(7);
  granted(await commitTo(zoe, deal, 40));
  await afterClose(guilde, open);
  expect((await seenDeal(claire, deal.id)).choice).toMatchObject({ mayProlong: false });
  expect(refusal(await act(claire, deal, 'choice', { choice: 'prolong' }))).toBe('409 DEAL_CLOSED');
  granted(await act(claire, deal, 'choice', { choice: 'abandon' }));
  expect(await seenDeal(karim, deal.id)).toMatchObject({
    status: 'not-reached',
    commitment: { quantity: 0 },
  });
});

it('takes the lower tier that was reached, of which the lead alone learns, with who did not withdraw', async () => {
  granted(await commitTo(karim, deal, 120));
  granted(await commitTo(zoe, deal, 20));
  await afterClose(guilde, deal);
  expect((await seenDeal(claire, deal.id)).choice).toMatchObject({
    lowerTier: { minimum: 100, price: 4900 },
  });
  expect(granted(await act(zoe, deal, 'withdraw', {}))).toMatchObject({
    choice: { lowerTier: null },
    commitment: { state: 'withdrawn' },
  });
  granted(await act(claire, deal, 'choice', { choice: 'lower-tier' }));
  expect(await seenDeal(karim, deal.id)).toMatchObject({ status: 'reached', commitment: { quantity: 120 } });
});

it('asks a lead who was silent for two weeks, and the team finds another', async () => {
  const long = new Date(guilde.clock.now() + 50 * DAY_MS).toISOString().slice(0, 10);
  granted(await act(claire, deal, 'leave'));
  granted(await act(zoe, deal, 'lead', { tie: 'none' }));
  const { id } = await opened(guilde, claire, { commitUntil: long });
  const asked = async () => (await storedDeal(guilde.deps.db.orm, id)).askedAt;
  await pass(13 * DAY_MS);
  await askSilentLeads(guilde.deps);
  expect(await asked()).toBeNull();
  await pass(2 * DAY_MS);
  await askSilentLeads(guilde.deps);
  expect(await asked()).not.toBeNull();
  await guilde.deps.db.write(async (tx) => releaseLead(tx, guilde.deps, await storedDeal(tx.orm, id)));
  expect(await asked()).toBeNull();
  granted(await act(karim, { id }, 'lead', { tie: 'none' }));
  expect(await seenDeal(claire, id)).toMatchObject({ lead: { id: karim.id }, status: 'open' });
  await pass(15 * DAY_MS);
  await askSilentLeads(guilde.deps);
  expect(await asked()).not.toBeNull();
  granted(await act(await signedInAgain(karim), { id }, 'cancel', { reason: 'Fini.' }));
  expect(await asked()).toBeNull();
});

it('is abandoned at its hour when nobody leads it', async () => {
  granted(await commitTo(karim, deal, 50));
  granted(await act(claire, deal, 'leave'));
  await afterClose(guilde, deal);
  expect(await seenDeal(karim, deal.id)).toMatchObject({
    status: 'not-reached',
    commitment: { quantity: 0 },
  });
});

it('is reviewed 30 days after, and the sums are shown from three answers on', async () => {
  const [paul, lucie] = [await guilde.as('paul'), await guilde.as('lucie')];
  for (const client of [karim, zoe, paul, lucie]) granted(await commitTo(client, deal, 50));
  await afterClose(guilde, deal);
  expect(refusal(await act(karim, deal, 'conclude'))).toBe('404 NOT_FOUND');
  granted(await act(claire, deal, 'conclude'));
  expect(granted(await act(claire, deal, 'conclude'))).toMatchObject({ status: 'concluded' });
  expect(refusal(await act(karim, deal, 'review', { answer: 'yes' }))).toBe('409 DEAL_CLOSED');
  await pass(30 * DAY_MS);
  for (const client of [karim, zoe, paul, claire]) await signedInAgain(client);
  granted(await act(karim, deal, 'review', { answer: 'no' }));
  granted(await act(karim, deal, 'review', { answer: 'yes', saved: 120 }));
  expect(granted(await act(zoe, deal, 'review', { answer: 'partly', saved: 30 })).reviews).toBeNull();
  expect(granted(await act(paul, deal, 'review', { answer: 'yes' })).reviews).toEqual({
    yes: 2,
    partly: 1,
    no: 0,
    saved: 150,
  });
  expect(refusal(await act(claire, deal, 'review', { answer: 'yes' }))).toBe('404 NOT_FOUND');
});
