import type { DealDetail } from '@guilde/contracts/deals/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import {
  act,
  approved,
  commitTo,
  DAY_MS,
  exactSums,
  opened,
  propose,
  seenDeal,
  withDeals,
} from '../../test/deal-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { sirenOf } from '../../test/people.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { renewProgress } from './closing.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let others: Client[];

beforeEach(async () => {
  guilde = await startGuilde();
  [claire, karim, zoe] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('zoe')];
  others = [await guilde.as('paul'), await guilde.as('lucie'), await guilde.as('hugo')];
  await withDeals(guilde);
});
afterEach(() => guilde.close());

const sumsOf = (id: string) => exactSums(guilde, { id });

it('is followed with a volume that only the lead sees, in sums of five answers', async () => {
  const idea = await propose(claire);
  await approved(guilde, idea.id);
  const path = `/api/deals/${idea.id}/interest`;
  granted(await karim.put(path, { volume: 'to-50' }));
  granted(await karim.put(path, { volume: 'to-200' }));
  granted(await zoe.put(path, { volume: 'to-200' }));
  granted(await zoe.delete(path));
  expect(granted(await zoe.delete<DealDetail>(path))).toMatchObject({ interested: 1, interest: null });
  expect(await seenDeal(karim, idea.id)).toMatchObject({ interest: { volume: 'to-200' }, sums: null });
  granted(await act(claire, idea, 'lead', {}));
  const interests = async () => (await seenDeal(claire, idea.id)).sums?.interests;
  expect(await interests()).toEqual([]);
  for (const client of [claire, ...others]) granted(await client.put(path, { volume: 'to-50' }));
  expect(await interests()).toEqual([]);
  granted(await zoe.put(path, { volume: 'more' }));
  const five = [
    { volume: 'to-50', members: 3 },
    { volume: 'to-200', members: 1 },
    { volume: 'more', members: 1 },
  ];
  expect(await interests()).toEqual(five);
  // The lead’s own answer and a sixth of another member leave the sums as they are.
  granted(await claire.delete(path));
  guilde.clock.advance(1000);
  granted(await (await guilde.as('nina')).put(path, { volume: 'to-1000' }));
  expect(await interests()).toEqual(five);
});

it('is a promise for a quantity between the bounds, with consent, which changes and is withdrawn', async () => {
  const deal = await opened(guilde, claire, { minEach: 20, maxEach: 200 });
  expect(refusal(await commitTo(karim, deal, 19))).toBe('422 COMMITMENT_TOO_SMALL');
  expect(refusal(await commitTo(karim, deal, 201))).toBe('422 COMMITMENT_TOO_LARGE');
  expect(refusal(await commitTo(karim, deal, 1_000_001))).toBe('422 INVALID_INPUT');
  expect(refusal(await commitTo(karim, deal, 50, { consent: false }))).toBe('409 CONSENT_REQUIRED');
  granted(await commitTo(karim, deal, 50));
  granted(await commitTo(karim, deal, 50));
  granted(await commitTo(zoe, deal, 30));
  const { commitment } = await seenDeal(karim, deal.id);
  guilde.clock.advance(DAY_MS);
  expect(granted(await commitTo(karim, deal, 80)).commitment).toEqual({ ...commitment, quantity: 80 });
  expect(await sumsOf(deal.id)).toMatchObject({ members: 2, total: 110 });
  granted(await act(karim, deal, 'withdraw', {}));
  expect(granted(await act(karim, deal, 'withdraw', {})).commitment).toMatchObject({
    state: 'withdrawn',
    consentAt: null,
  });
  expect(await sumsOf(deal.id)).toMatchObject({ members: 1, total: 30 });
  expect(refusal(await act(others[0] as Client, deal, 'withdraw', {}))).toBe('404 NOT_FOUND');
  guilde.clock.advance(10 * DAY_MS + DAY_MS);
  expect(refusal(await commitTo(karim, deal, 50))).toBe('409 DEAL_CLOSED');
});

it('is for certified members', async () => {
  const deal = await opened(guilde, claire);
  const nina = await guilde.as('nina');
  const withdrawal = { rule: 'eligibility', reason: 'Boutique fermée.' };
  granted(await nina.post(`/api/admin/users/${karim.id}/certification/withdraw`, withdrawal));
  expect(refusal(await commitTo(karim, deal, 50))).toBe('403 DEALS_CERTIFIED_ONLY');
});

it('is one of a company, also when its member changes the SIREN and another takes it', async () => {
  const deal = await opened(guilde, claire);
  granted(await commitTo(karim, deal, 50));
  const store = (client: Client, siren: string) => client.put('/api/profile/siren', { siren });
  granted(await store(karim, sirenOf('other@exemple.fr')));
  granted(await commitTo(karim, deal, 60));
  granted(await store(zoe, sirenOf(karim.email)));
  expect(refusal(await commitTo(zoe, deal, 50))).toBe('409 DEAL_COMPANY_COMMITTED');
  granted(await act(karim, deal, 'withdraw', {}));
  granted(await commitTo(zoe, deal, 50));
});

it('closes at once with the last unit', async () => {
  const deal = await opened(guilde, claire, { maxTotal: 200 });
  granted(await commitTo(karim, deal, 150));
  expect(refusal(await commitTo(zoe, deal, 60))).toBe('409 DEAL_TOTAL_REACHED');
  expect(refusal(await commitTo(karim, deal, 201))).toBe('409 DEAL_TOTAL_REACHED');
  expect(granted(await commitTo(zoe, deal, 50))).toMatchObject({ status: 'reached' });
  expect(refusal(await commitTo(others[0] as Client, deal, 1))).toBe('409 DEAL_CLOSED');
  expect(await sumsOf(deal.id)).toMatchObject({ members: 2, total: 200 });
});

it('is shown in sums of five, rounded down, which are renewed once a day, to the lead too', async () => {
  const deal = await opened(guilde, claire, { minTotal: 1000, maxTotal: null });
  const people = [karim, zoe, ...others];
  const progress = async () => {
    const { progress: shown } = await seenDeal(karim, deal.id);
    const { members, total } = (await seenDeal(claire, deal.id)).sums ?? {};
    expect({ members, total }).toEqual(shown ?? { members: null, total: null });
    return shown;
  };
  const isReached = async () => (await seenDeal(claire, deal.id)).sums?.isReached;
  for (const [index, client] of people.slice(0, 4).entries())
    granted(await commitTo(client, deal, 101 + index));
  // The test runs the daily task itself.
  await guilde.deps.jobs.stop();
  const nextDay = () => renewProgress(guilde.deps);
  await nextDay();
  expect(await progress()).toBeNull();
  expect(await isReached()).toBe(false);
  granted(await commitTo(people[4] as Client, deal, 999));
  expect(await progress()).toBeNull();
  expect(await isReached()).toBe(true);
  await nextDay();
  expect(await progress()).toEqual({ members: 5, total: 1400 });
  granted(await act(karim, deal, 'withdraw', {}));
  expect(await progress()).toEqual({ members: 5, total: 1400 });
  await nextDay();
  expect(await progress()).toBeNull();
});

it('tells nobody what the others take by what is refused, ten quantities a day', async () => {
  const limited = await startGuilde({ cast: ['nina', 'claire', 'karim'], rateLimits: true });
  const [lead, other] = [await limited.as('claire'), await limited.as('karim')];
  await withDeals(limited);
  const most = 10_000;
  const deal = await opened(limited, lead, { maxTotal: most });
  granted(await commitTo(other, deal, 37));
  let [least, upTo, answer] = [0, most, ''];
  while (upTo - least > 1 && answer !== '429 RATE_LIMITED') {
    const asked = Math.floor((least + upTo) / 2);
    answer = refusal(await commitTo(lead, deal, most - asked));
    if (answer === '409 DEAL_TOTAL_REACHED') least = asked;
    if (answer === '200 ') upTo = asked;
  }
  expect(answer).toBe('429 RATE_LIMITED');
  expect(upTo - least).toBeGreaterThan(8);
  await limited.close();
});

it('comes to the goal without the quantity of the lead, who would find that of another by changing it', async () => {
  const deal = await opened(guilde, claire, { maxTotal: null });
  const isReached = async () => (await seenDeal(claire, deal.id)).sums?.isReached;
  granted(await commitTo(karim, deal, 120));
  for (const own of [79, 80, 200]) {
    granted(await commitTo(claire, deal, own));
    expect(await isReached()).toBe(false);
  }
  granted(await commitTo(zoe, deal, 80));
  expect(await isReached()).toBe(true);
});
