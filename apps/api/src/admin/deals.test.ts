import type { QueuePage } from '@guilde/contracts/queue/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { act, DAY_MS, offerInput, propose, seenDeal, withDeals } from '../../test/deal-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { askSilentLeads } from '../deals/closing.ts';

let guilde: Guilde;
let nina: Client;
let claire: Client;
let karim: Client;

beforeAll(async () => {
  guilde = await startGuilde();
  nina = await guilde.as('nina');
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  await withDeals(guilde);
});
afterAll(() => guilde.close());

const queued = async () =>
  granted(await nina.get<QueuePage>('/api/admin/queue?kind=deal')).items.map(({ id, note }) => [id, note]);
const decide = (id: string, verb: string, input = {}) => nina.post(`/api/admin/deals/${id}/${verb}`, input);

it('an idea and an offer wait for the team, which approves, refuses with a reason, and finds another lead', async () => {
  const { id } = await propose(claire);
  expect(await queued()).toEqual([[id, expect.stringMatching(/^Idée, Claire/)]]);
  granted(await decide(id, 'approve', { revision: 0 }));
  expect(await queued()).toEqual([]);
  expect(refusal(await decide(id, 'approve', { revision: 0 }))).toBe('404 NOT_FOUND');
  granted(await act(karim, { id }, 'lead', {}));
  granted(await karim.put(`/api/deals/${id}/offer`, offerInput(guilde)));
  expect(await queued()).toEqual([[id, expect.stringMatching(/^Offre, Karim/)]]);
  expect((await decide(id, 'refuse')).status).toBe(422);
  granted(await decide(id, 'refuse', { reason: 'Ce site n’est pas celui du fournisseur.' }));
  expect(await seenDeal(karim, id)).toMatchObject({
    status: 'negotiation',
    reason: 'Ce site n’est pas celui du fournisseur.',
  });
  guilde.clock.set(guilde.clock.now() + 16 * DAY_MS);
  await askSilentLeads(guilde.deps);
  expect(await queued()).toEqual([[id, expect.stringMatching(/^Sans nouvelles, Karim/)]]);
  granted(await decide(id, 'release'));
  expect(await queued()).toEqual([]);
  expect(await seenDeal(claire, id)).toMatchObject({ status: 'idea', lead: null });
});

it('only the offer that was read is approved, not one that its lead wrote meanwhile', async () => {
  const { id, revision } = await propose(claire, { offer: offerInput(guilde) });
  granted(await claire.put(`/api/deals/${id}/offer`, offerInput(guilde, { supplierName: 'Un autre' })));
  expect(refusal(await decide(id, 'approve', { revision }))).toBe('409 DEAL_CHANGED');
  granted(await decide(id, 'approve', { revision: revision + 1 }));
  expect((await seenDeal(karim, id)).offer?.supplierName).toBe('Un autre');
});
