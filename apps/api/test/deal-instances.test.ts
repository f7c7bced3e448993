import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDue } from '../src/deals/closing.ts';
import { commit as commitOnThisInstance } from '../src/deals/commitments.ts';
import { dealCommitments, deals } from '../src/deals/tables.ts';
import type { Client } from './client.ts';
import { storeCrowd } from './crowd.ts';
import { act, commitTo, exactSums, opened, seenDeal, withDeals } from './deal-scenes.ts';
import { elsewhere, type Installation, type Instance, startInstallation } from './instances.ts';
import { granted } from './scenes.ts';

const NAMES = ['karim', 'zoe', 'paul', 'lucie', 'hugo', 'claire'] as const;
const CROWD = 44;
const UNITS = 20;

let installation: Installation;
let other: Instance;
let nina: Client;

beforeAll(async () => {
  installation = await startInstallation({ RATE_LIMITS: 'off' });
  nina = await installation.guilde.as('nina');
  await withDeals(installation.guilde);
  other = await installation.startAnother();
});
afterAll(() => installation.close());

it('fifty who commit at once to the last units, on two instances, take exactly as many as there are', async () => {
  const { guilde } = installation;
  const deal = await opened(guilde, nina, {
    tiers: [{ minimum: UNITS, price: 4200 }],
    minTotal: UNITS,
    maxTotal: 3 * UNITS,
    minEach: 3,
  });
  const people = await Promise.all(NAMES.map(async (name) => elsewhere(await guilde.as(name), other)));
  const crowd = await storeCrowd(
    guilde.deps.db,
    Array.from({ length: CROWD }, (_, index) => ({ firstName: `Membre ${index}` })),
  );
  const viewer = { sessionId: '', role: 'member', profileComplete: true, termsAccepted: true } as const;
  const promise = { quantity: 3, consent: true, revision: deal.revision };
  const here = crowd.map((id) =>
    commitOnThisInstance(guilde.deps, { ...viewer, id, provenAt: null }, deal.id, promise).then(
      () => '200',
      (error: { code?: string }) => String(error.code),
    ),
  );
  const there = people.map(async (client) => {
    const answer = await commitTo(client, deal, 3);
    return answer.status === 200 ? '200' : answer.error.code;
  });
  const answers = await Promise.all([...here, ...there]);
  expect(answers.filter((answer) => answer === '200')).toHaveLength(UNITS);
  expect(answers.filter((answer) => /DEAL_(CLOSED|TOTAL_REACHED)/.test(answer))).toHaveLength(50 - UNITS);
  const stored = await guilde.deps.db.orm
    .select()
    .from(dealCommitments)
    .where(eq(dealCommitments.dealId, deal.id));
  expect(stored.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(3 * UNITS);
  expect(await seenDeal(nina, deal.id)).toMatchObject({
    status: 'reached',
    sums: { members: UNITS, total: 3 * UNITS },
  });
  granted(await act(nina, deal, 'conclude'));
});

it('a choice that is made twice at once, on two instances, is made once', async () => {
  const { guilde } = installation;
  const deal = await opened(guilde, nina);
  const karim = await guilde.as('karim');
  granted(await commitTo(karim, deal, 10));
  await guilde.deps.db.orm.update(deals).set({ commitUntil: 1 }).where(eq(deals.id, deal.id));
  const close = () => runDue(guilde.deps, { dealId: deal.id });
  await Promise.all([close(), close()]);
  const lead = elsewhere(nina, other);
  const answers = await Promise.all([
    act(nina, deal, 'choice', { choice: 'prolong' }),
    act(lead, deal, 'choice', { choice: 'abandon' }),
    act(lead, deal, 'choice', { choice: 'prolong' }),
    act(nina, deal, 'choice', { choice: 'abandon' }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ error }) => error.code === 'DEAL_CLOSED')).toHaveLength(3);
  const { status } = await seenDeal(nina, deal.id);
  expect([status, (await exactSums(guilde, deal)).total]).toEqual(
    answers.some(({ body }) => body.status === 'open') ? ['open', 10] : ['not-reached', 0],
  );
});
