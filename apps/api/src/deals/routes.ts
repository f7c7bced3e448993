import {
  commitInput,
  confirmDealInput,
  consentInput,
  dealChoiceInput,
  dealInterestInput,
  dealMessageInput,
  dealOfferInput,
  dealParams,
  dealReasonInput,
  dealReviewInput,
  dealsQuery,
  keptInput,
  leadDealInput,
  proposeDealInput,
  withdrawInput,
} from '@guilde/contracts/deals/input.ts';
import { dealDetailOutput, dealPageOutput } from '@guilde/contracts/deals/output.ts';
import { AppError, type ErrorCode } from '@guilde/contracts/errors.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  file,
  limitMember,
  params,
  query,
  refusing,
  viewerOf,
} from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { communitySettingsOf } from '../settings/community.ts';
import { choose, conclude } from './closing.ts';
import { commit, confirmCommitment, setConsent, setInterest, withdraw } from './commitments.ts';
import { cancelOwnDeal, leadDeal, leaveLead, proposeDeal, writeOffer } from './deals.ts';
import { exportCommitted, markKept, reviewDeal, writeToCommitted } from './desk.ts';
import { dealDetail, listDeals } from './queries.ts';

const PROPOSALS: Limit = { name: 'deals:member', points: 20, seconds: 3600 };
const ANSWERS: Limit = { name: 'deal-answers:member', points: 20, seconds: 60 };
const MESSAGES: Limit = { name: 'deal-messages:member', points: 10, seconds: 3600 };
const LEAD_ACTS: Limit = { name: 'deal-acts:member', points: 60, seconds: 600 };

/** Nothing of the feature is found until the team switches it on. */
export function dealsOnly({ db }: Pick<Deps, 'db'>) {
  return refusing(['NOT_FOUND'], async (_c, next) => {
    if (!(await communitySettingsOf(db.orm)).deals) throw new AppError('NOT_FOUND');
    await next();
  });
}

const OFFERS: ErrorCode[] = ['TIE_REQUIRED', 'DEAL_DAY_INVALID', 'FILES_GONE'];
const STEPS: ErrorCode[] = ['NOT_FOUND', 'DEAL_CLOSED'];
const COMMITS: ErrorCode[] = [
  ...STEPS,
  'DEALS_CERTIFIED_ONLY',
  'DEAL_CHANGED',
  'CONSENT_REQUIRED',
  'COMMITMENT_TOO_SMALL',
  'COMMITMENT_TOO_LARGE',
  'DEAL_TOTAL_REACHED',
];

const describeDeal = (summary: string, refusals: ErrorCode[] = STEPS) =>
  describe(summary, dealDetailOutput, refusals);

export function dealRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(
      '/',
      describe('Ideas, open, concluded or own deals, thirty a page', dealPageOutput),
      query(dealsQuery),
      async (c) => c.json(await listDeals(deps, viewerOf(c), c.req.valid('query')), 200),
    )
    .post(
      '/',
      describeDeal('Propose a deal, with an offer or without; the same id again is the same', [
        'NOT_FOUND',
        'DEALS_CERTIFIED_ONLY',
        'DEALS_EXHAUSTED',
        'DEAL_LEAD_BUSY',
        ...OFFERS,
      ]),
      limitMember(deps.limits, PROPOSALS),
      body(proposeDealInput),
      async (c) => c.json(await proposeDeal(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .get('/:dealId', describeDeal('A deal', ['NOT_FOUND']), params(dealParams), async (c) =>
      c.json(await dealDetail(deps, viewerOf(c), c.req.valid('param').dealId), 200),
    );
}

export function dealAnswerRoutes(deps: Deps) {
  const limitAnswers = limitMember(deps.limits, ANSWERS);
  const find = params(dealParams);
  return new Hono<Env>()
    .put(
      '/:dealId/interest',
      describeDeal('Follow a deal, perhaps with a volume that only the lead sees in sums'),
      limitAnswers,
      find,
      body(dealInterestInput),
      async (c) =>
        c.json(
          await setInterest(deps, viewerOf(c), c.req.valid('param').dealId, c.req.valid('json').volume),
          200,
        ),
    )
    .delete('/:dealId/interest', describeDeal('Follow it no more'), limitAnswers, find, async (c) =>
      c.json(await setInterest(deps, viewerOf(c), c.req.valid('param').dealId, undefined), 200),
    )
    .post(
      '/:dealId/commit',
      describeDeal('Commit to a quantity, and let name, shop and quantity go to the supplier', COMMITS),
      limitAnswers,
      find,
      body(commitInput),
      async (c) =>
        c.json(await commit(deps, viewerOf(c), c.req.valid('param').dealId, c.req.valid('json')), 200),
    )
    .post(
      '/:dealId/confirm',
      describeDeal('Stay in a deal whose conditions have changed', COMMITS),
      limitAnswers,
      find,
      body(confirmDealInput),
      async (c) => {
        const { revision } = c.req.valid('json');
        return c.json(await confirmCommitment(deps, viewerOf(c), c.req.valid('param').dealId, revision), 200);
      },
    )
    .post(
      '/:dealId/withdraw',
      describeDeal('Withdraw my commitment, with a reason once the goal is reached', [
        ...STEPS,
        'DEAL_REASON_REQUIRED',
      ]),
      limitAnswers,
      find,
      body(withdrawInput),
      async (c) =>
        c.json(
          await withdraw(deps, viewerOf(c), c.req.valid('param').dealId, c.req.valid('json').reason),
          200,
        ),
    )
    .put(
      '/:dealId/consent',
      describeDeal('Let my name, shop and quantity go to the supplier, or no more', [
        'NOT_FOUND',
        'CONSENT_SENT',
      ]),
      limitAnswers,
      find,
      body(consentInput),
      async (c) =>
        c.json(
          await setConsent(deps, viewerOf(c), c.req.valid('param').dealId, c.req.valid('json').consent),
          200,
        ),
    )
    .post(
      '/:dealId/review',
      describeDeal('Say whether the promise was kept, 30 days after'),
      limitAnswers,
      find,
      body(dealReviewInput),
      async (c) =>
        c.json(await reviewDeal(deps, viewerOf(c), c.req.valid('param').dealId, c.req.valid('json')), 200),
    );
}

export function dealLeadRoutes(deps: Deps) {
  const limitActs = limitMember(deps.limits, LEAD_ACTS);
  const find = params(dealParams);
  return new Hono<Env>()
    .post(
      '/:dealId/lead',
      describeDeal('Negotiate a deal that nobody leads', [
        ...STEPS,
        'DEAL_LED',
        'DEAL_LEAD_BUSY',
        'DEALS_CERTIFIED_ONLY',
        'TIE_REQUIRED',
      ]),
      limitActs,
      find,
      body(leadDealInput),
      async (c) =>
        c.json(await leadDeal(deps, viewerOf(c), c.req.valid('param').dealId, c.req.valid('json')), 200),
    )
    .post('/:dealId/leave', describeDeal('Leave it to another to negotiate'), limitActs, find, async (c) =>
      c.json(await leaveLead(deps, viewerOf(c), c.req.valid('param').dealId), 200),
    )
    .put(
      '/:dealId/offer',
      describeDeal('Write or change the offer of a deal that I lead', [...STEPS, ...OFFERS]),
      limitActs,
      find,
      body(dealOfferInput),
      async (c) =>
        c.json(await writeOffer(deps, viewerOf(c), c.req.valid('param').dealId, c.req.valid('json')), 200),
    )
    .post(
      '/:dealId/cancel',
      describeDeal('Cancel a deal with a reason'),
      limitActs,
      find,
      body(dealReasonInput),
      async (c) =>
        c.json(
          await cancelOwnDeal(deps, viewerOf(c), c.req.valid('param').dealId, c.req.valid('json').reason),
          200,
        ),
    )
    .post(
      '/:dealId/choice',
      describeDeal('Choose once what follows a goal that was not reached'),
      limitActs,
      find,
      body(dealChoiceInput),
      async (c) =>
        c.json(await choose(deps, viewerOf(c), c.req.valid('param').dealId, c.req.valid('json')), 200),
    )
    .post('/:dealId/conclude', describeDeal('Say that the supplier has agreed'), limitActs, find, async (c) =>
      c.json(await conclude(deps, viewerOf(c), c.req.valid('param').dealId), 200),
    )
    .post(
      '/:dealId/message',
      describe('Write to all who are committed, by notices', done, STEPS),
      limitMember(deps.limits, MESSAGES),
      find,
      body(dealMessageInput),
      async (c) => {
        await writeToCommitted(deps, viewerOf(c), c.req.valid('param').dealId, c.req.valid('json'));
        return c.json({ ok: true as const }, 200);
      },
    )
    .post(
      '/:dealId/kept',
      describeDeal('Say whether a member has kept the promise'),
      limitActs,
      find,
      body(keptInput),
      async (c) =>
        c.json(await markKept(deps, viewerOf(c), c.req.valid('param').dealId, c.req.valid('json')), 200),
    )
    .post(
      '/:dealId/export',
      describe('Take those who agreed along for the supplier, which the journal says', file('text/csv'), [
        ...STEPS,
        'CONSENT_REQUIRED',
      ]),
      limitActs,
      find,
      async (c) =>
        c.body(await exportCommitted(deps, viewerOf(c), c.req.valid('param').dealId), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="guilde-deal.csv"',
        }),
    );
}
