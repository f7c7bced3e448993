import { measureInput } from '@guilde/contracts/admin/input.ts';
import { approveDealInput, dealParams, dealReasonInput } from '@guilde/contracts/deals/input.ts';
import { dealDetailOutput } from '@guilde/contracts/deals/output.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { Hono } from 'hono';
import { storedDeal } from '../deals/deal.ts';
import { approveDeal, cancelDeal, refuseDeal, releaseLead } from '../deals/deals.ts';
import { dealDetail } from '../deals/queries.ts';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, params, viewerOf } from '../platform/http/http.ts';
import { act } from './act.ts';
import { dealCancellation, storeRemoval } from './cases/removals.ts';

const BY_THE_TEAM = 'L’équipe a annulé ce deal.';

const answersDeal = {
  params: dealParams,
  answer: dealDetailOutput,
  areas: ['deals'] as const,
  show: (deps: Deps, viewer: Viewer, { dealId }: { dealId: string }) => dealDetail(deps, viewer, dealId),
};

function subjectOf({ id, title }: { id: string; title: string }) {
  return { type: 'deal', id, label: title } as const;
}

const approve = act({
  ...answersDeal,
  summary: 'Let members see an idea, or commit to the offer that was read',
  refusals: ['NOT_FOUND', 'DEAL_CHANGED'],
  input: approveDealInput,
  run: async ({ deps, tx, record }, { dealId }, { revision }) => {
    if ((await storedDeal(tx.orm, dealId)).revision !== revision) throw new AppError('DEAL_CHANGED');
    const deal = await approveDeal(tx, deps, dealId);
    await record({ action: 'deal.approve', subject: subjectOf(deal) });
  },
});

const refuse = act({
  ...answersDeal,
  summary: 'Refuse an idea, or give an offer back, for a reason that its author is sent',
  refusals: ['NOT_FOUND', 'DEAL_CLOSED'],
  input: dealReasonInput,
  run: async ({ deps, tx, record }, { dealId }, { reason }) => {
    const deal = await refuseDeal(tx, deps, dealId, reason);
    await record({ action: 'deal.refuse', subject: subjectOf(deal), reason });
  },
});

const release = act({
  ...answersDeal,
  summary: 'Let another member negotiate in the place of a silent lead',
  refusals: ['NOT_FOUND', 'DEAL_CLOSED'],
  run: async ({ deps, tx, record }, { dealId }) => {
    const deal = await storedDeal(tx.orm, dealId);
    await releaseLead(tx, deps, deal);
    await record({ action: 'deal.release', subject: subjectOf(deal) });
  },
});

/** Those who were committed are told that the team did it, and not why. */
const cancel = act({
  ...answersDeal,
  areas: ['deals', 'users', 'reports'],
  summary: 'Cancel a deal, for a broken rule and a reason that its lead is sent',
  refusals: ['NOT_FOUND', 'DEAL_CLOSED', 'REMOVAL_OWN', 'CASE_DECIDED'],
  input: measureInput,
  needsProof: true,
  run: async (acting, { dealId }, order) => {
    const { deps, tx, record } = acting;
    const deal = await storedDeal(tx.orm, dealId);
    await cancelDeal(tx, deps, deal, BY_THE_TEAM, true);
    const { values } = await storeRemoval(
      acting,
      deal.leadId ?? deal.authorId,
      order,
      dealCancellation(deal),
    );
    await record({
      action: 'deal.cancel',
      subject: subjectOf(deal),
      before: { status: deal.status },
      after: { status: 'cancelled', ...values },
      reason: order.reason,
    });
  },
});

/** The team has them also while the feature is switched off. */
export function dealActRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(
      '/:dealId',
      describe('A deal in full', dealDetailOutput, ['NOT_FOUND']),
      params(dealParams),
      async (c) => c.json(await dealDetail(deps, viewerOf(c), c.req.valid('param').dealId), 200),
    )
    .post('/:dealId/approve', ...approve.handlers(deps))
    .post('/:dealId/refuse', ...refuse.handlers(deps))
    .post('/:dealId/cancel', ...cancel.handlers(deps))
    .post('/:dealId/release', ...release.handlers(deps));
}
