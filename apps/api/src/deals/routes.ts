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
import type { ErrorCode } from '@guilde/contracts/errors.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { handlersOf, routesOn } from '../platform/http/handlers.ts';
import {
  answerCsv,
  describe,
  type Env,
  file,
  limitMember,
  params,
  query,
  viewerOf,
} from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { choose, conclude } from './closing.ts';
import { commit, confirmCommitment, endInterest, setConsent, setInterest, withdraw } from './commitments.ts';
import { cancelOwnDeal, leadDeal, leaveLead, proposeDeal, writeOffer } from './deals.ts';
import { exportCommitted, markKept, reviewDeal, writeToCommitted } from './desk.ts';
import { dealDetail, listDeals } from './queries.ts';

const PROPOSALS: Limit = { name: 'deals:member', points: 20, seconds: 3600 };
const ANSWERS: Limit = { name: 'deal-answers:member', points: 20, seconds: 60 };
/** Where a deal has a most in all, each quantity that is taken or refused says something about those of others. */
const QUANTITIES: Limit = { name: 'deal-quantities:member', points: 10, seconds: 86_400 };
const MESSAGES: Limit = { name: 'deal-messages:member', points: 10, seconds: 3600 };
const LEAD_ACTS: Limit = { name: 'deal-acts:member', points: 60, seconds: 600 };

const OFFERS: ErrorCode[] = ['TIE_REQUIRED', 'DEAL_DAY_INVALID', 'FILES_GONE', 'DEAL_PROOF_TOO_HEAVY'];
const STEPS: ErrorCode[] = ['NOT_FOUND', 'DEAL_CLOSED'];
const COMMITS: ErrorCode[] = [
  ...STEPS,
  'DEALS_CERTIFIED_ONLY',
  'DEAL_CHANGED',
  'CONSENT_REQUIRED',
  'COMMITMENT_TOO_SMALL',
  'COMMITMENT_TOO_LARGE',
  'DEAL_TOTAL_REACHED',
  'DEAL_COMPANY_COMMITTED',
];

const answersDeal = { params: dealParams, answer: dealDetailOutput };

const on = routesOn({ ...answersDeal, refusals: STEPS }, ({ dealId }) => dealId);

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
      ...handlersOf(
        {
          summary: 'Propose a deal, with an offer or without; the same id again is the same',
          answer: dealDetailOutput,
          refusals: ['NOT_FOUND', 'DEALS_CERTIFIED_ONLY', 'DEALS_EXHAUSTED', 'DEAL_LEAD_BUSY', ...OFFERS],
          input: proposeDealInput,
        },
        [limitMember(deps.limits, PROPOSALS)],
        (viewer, _chosen, input) => proposeDeal(deps, viewer, input),
      ),
    )
    .get(
      '/:dealId',
      ...handlersOf(
        { ...answersDeal, summary: 'A deal', refusals: ['NOT_FOUND'] },
        [],
        (viewer, { dealId }) => dealDetail(deps, viewer, dealId),
      ),
    );
}

export function dealAnswerRoutes(deps: Deps) {
  const answer = on(deps, ANSWERS);
  const choose = on(deps, QUANTITIES);
  return new Hono<Env>()
    .put(
      '/:dealId/interest',
      ...answer(
        'Follow a deal, perhaps with a volume that only the lead sees in sums',
        setInterest,
        dealInterestInput,
      ),
    )
    .delete('/:dealId/interest', ...answer('Follow it no more', endInterest, undefined, ['NOT_FOUND']))
    .post(
      '/:dealId/commit',
      ...choose(
        'Commit to a quantity, and let name, shop and quantity go to the supplier',
        commit,
        commitInput,
        COMMITS,
      ),
    )
    .post(
      '/:dealId/confirm',
      ...answer('Stay in a deal whose conditions have changed', confirmCommitment, confirmDealInput, COMMITS),
    )
    .post(
      '/:dealId/withdraw',
      ...answer('Withdraw my commitment, with a reason once the goal is reached', withdraw, withdrawInput, [
        ...STEPS,
        'DEAL_REASON_REQUIRED',
      ]),
    )
    .put(
      '/:dealId/consent',
      ...answer('Let my name, shop and quantity go to the supplier, or no more', setConsent, consentInput, [
        'NOT_FOUND',
        'CONSENT_SENT',
      ]),
    )
    .post(
      '/:dealId/review',
      ...answer('Say whether the promise was kept, 30 days after', reviewDeal, dealReviewInput),
    );
}

const LEADS: ErrorCode[] = [...STEPS, 'DEAL_LED', 'DEAL_LEAD_BUSY', 'DEALS_CERTIFIED_ONLY', 'TIE_REQUIRED'];

export function dealLeadRoutes(deps: Deps) {
  const act = on(deps, LEAD_ACTS);
  const write = on(deps, MESSAGES);
  return new Hono<Env>()
    .post('/:dealId/lead', ...act('Negotiate a deal that nobody leads', leadDeal, leadDealInput, LEADS))
    .post('/:dealId/leave', ...act('Leave it to another to negotiate', leaveLead))
    .put(
      '/:dealId/offer',
      ...act('Write or change the offer of a deal that I lead', writeOffer, dealOfferInput, [
        ...STEPS,
        ...OFFERS,
      ]),
    )
    .post('/:dealId/cancel', ...act('Cancel a deal with a reason', cancelOwnDeal, dealReasonInput))
    .post(
      '/:dealId/choice',
      ...act('Choose once what follows a goal that was not reached', choose, dealChoiceInput),
    )
    .post('/:dealId/conclude', ...act('Say that the supplier has agreed', conclude))
    .post(
      '/:dealId/message',
      ...write('Write to all who are committed, by notices', writeToCommitted, dealMessageInput),
    )
    .post('/:dealId/kept', ...act('Say whether a member has kept the promise', markKept, keptInput))
    .post(
      '/:dealId/export',
      describe('Take those who agreed along for the supplier, which the journal says', file('text/csv'), [
        ...STEPS,
        'CONSENT_REQUIRED',
      ]),
      limitMember(deps.limits, LEAD_ACTS),
      params(dealParams),
      async (c) =>
        answerCsv(
          c,
          await exportCommitted(deps, viewerOf(c), c.req.valid('param').dealId),
          'guilde-deal.csv',
        ),
    );
}
