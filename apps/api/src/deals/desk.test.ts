import type { DealDetail } from '@guilde/contracts/deals/rules.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import {
  act,
  afterClose,
  commitTo,
  DAY_MS,
  opened,
  seenDeal,
  signedInAgain,
  withDeals,
} from '../../test/deal-scenes.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';

let guilde: Guilde;
let claire: Client;
let karim: Client;
let zoe: Client;
let paul: Client;
let deal: DealDetail;

beforeEach(async () => {
  guilde = await startGuilde();
  [claire, karim, zoe] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('zoe')];
  paul = await guilde.as('paul');
  await withDeals(guilde);
  deal = await opened(guilde, claire);
  for (const client of [karim, zoe, paul]) granted(await commitTo(client, deal, 100));
});
afterEach(() => guilde.close());

async function exported(client: Client): Promise<string> {
  const answer = await client.request(`/api/deals/${deal.id}/export`, { method: 'POST' });
  const text = await answer.text();
  return answer.status === 200 ? text : `${answer.status} ${/"code":"([A-Z_]+)"/.exec(text)?.[1]}`;
}

const consent = (client: Client, value: boolean) =>
  client.put<DealDetail>(`/api/deals/${deal.id}/consent`, { consent: value });
const named = async () => (await seenDeal(claire, deal.id)).committed?.map(({ member }) => member.id);

it('hands on those who agreed, which the journal says; then they cannot take it back', async () => {
  expect(await exported(claire)).toBe('409 DEAL_CLOSED');
  await afterClose(guilde, deal);
  expect(await exported(karim)).toBe('404 NOT_FOUND');
  for (const client of [karim, zoe, paul]) granted(await consent(client, false));
  expect(await exported(claire)).toBe('409 CONSENT_REQUIRED');
  expect(await named()).toEqual([]);
  granted(await consent(karim, true));
  const lines = (await exported(claire)).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^"Karim";".+";".+";"100"$/);
  expect(lines.join('\n')).not.toContain('@');
  expect(refusal(await consent(karim, false))).toBe('409 CONSENT_SENT');
  const nina = await guilde.as('nina');
  const { items } = granted(await nina.get<{ items: object[] }>('/api/admin/journal?action=deal.export'));
  expect(items).toMatchObject([{ action: 'deal.export', subjectId: deal.id, after: { rows: 1 } }]);
});

it('names nobody whom a block separates from the lead', async () => {
  granted(await zoe.put(`/api/members/${claire.id}/block`, {}));
  await afterClose(guilde, deal);
  expect(await named()).toEqual([karim.id, paul.id]);
  expect(await exported(claire)).not.toContain('Zoé');
});

it('remembers kept promises for the lead of the next deal only, for a year', async () => {
  const kept = (memberId: string, value: boolean) => act(claire, deal, 'kept', { memberId, kept: value });
  await afterClose(guilde, deal);
  expect(refusal(await kept(karim.id, true))).toBe('409 DEAL_CLOSED');
  granted(await act(paul, deal, 'withdraw', { reason: 'Trésorerie.' }));
  granted(await act(claire, deal, 'conclude'));
  granted(await kept(karim.id, false));
  granted(await kept(karim.id, true));
  granted(await kept(zoe.id, false));
  expect(refusal(await kept(paul.id, true))).toBe('404 NOT_FOUND');
  expect(refusal(await act(karim, deal, 'kept', { memberId: zoe.id, kept: true }))).toBe('404 NOT_FOUND');
  expect((await seenDeal(claire, deal.id)).committed?.map(({ promises }) => promises.of)).toEqual([0, 0, 0]);

  const next = await opened(guilde, karim);
  for (const client of [zoe, paul]) granted(await commitTo(client, next, 100));
  await afterClose(guilde, next);
  const promises = async () => {
    const { committed } = await seenDeal(await signedInAgain(karim), next.id);
    return committed?.map((one) => one.promises);
  };
  expect(await promises()).toEqual([
    { kept: 0, of: 1 },
    { kept: 0, of: 1 },
  ]);
  guilde.clock.advance(366 * DAY_MS);
  expect(await promises()).toEqual([
    { kept: 0, of: 0 },
    { kept: 0, of: 0 },
  ]);
});
