import { contestInput, contestLinkInput, decisionParams } from '@guilde/contracts/cases/input.ts';
import { contestedDecisionOutput, teamDecisionsOutput } from '@guilde/contracts/cases/output.ts';
import type { ErrorCode } from '@guilde/contracts/errors.ts';
import {
  dealReportInput,
  eventReportInput,
  messageReportInput,
  ratingReportInput,
  reportInput,
} from '@guilde/contracts/reports/input.ts';
import { reportedOutput } from '@guilde/contracts/reports/output.ts';
import type { Reported } from '@guilde/contracts/reports/rules.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { Hono } from 'hono';
import type { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { handlersOf, type Output } from '../platform/http/handlers.ts';
import {
  body,
  describe,
  type Env,
  limitAddress,
  limitMember,
  membersOnly,
  params,
  viewerOf,
} from '../platform/http/http.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { contestDecision, contestedDecision } from './contests.ts';
import { acknowledge, ownDecisions } from './decisions.ts';
import { report } from './reports.ts';

const REPORTS: Limit = { name: 'reports:member', points: 10, seconds: 3600 };
const ACKNOWLEDGEMENTS: Limit = { name: 'decisions:member', points: 60, seconds: 600 };
const CONTEST_LINKS: Limit = { name: 'contest-link:address', points: 60, seconds: 600 };

const OF_CONTENT: ErrorCode[] = ['NOT_FOUND', 'REPORT_SELF', 'CONTENT_REPORT_PENDING'];

export function reportRoutes(deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'limits' | 'live'>) {
  const limitReports = limitMember(deps.limits, REPORTS);
  const on = <Input extends z.ZodType>(
    summary: string,
    input: Input,
    refusals: ErrorCode[],
    run: (viewer: Viewer, sent: Output<Input>) => Promise<Reported>,
  ) =>
    handlersOf(
      { summary, answer: reportedOutput, refusals, input },
      [limitReports],
      (viewer, _chosen, sent: Output<Input>) => run(viewer, sent),
    );
  return new Hono<Env>()
    .post(
      '/',
      ...on(
        'Reports a member to the administrators; the same id sent again is the same report',
        reportInput,
        ['NOT_FOUND', 'REPORT_SELF', 'REPORT_PENDING'],
        (viewer, { reportedUserId, ...text }) => report(deps, viewer, 'member', reportedUserId, text),
      ),
    )
    .post(
      '/messages',
      ...on(
        'Reports a message of a conversation in which one has a seat',
        messageReportInput,
        ['NOT_FOUND', 'REPORT_SELF', 'MESSAGE_DELETED', 'MESSAGE_REPORT_PENDING'],
        (viewer, { messageId, ...text }) => report(deps, viewer, 'message', messageId, text),
      ),
    )
    .post(
      '/events',
      ...on(
        'Reports an event to the administrators',
        eventReportInput,
        OF_CONTENT,
        (viewer, { eventId, ...text }) => report(deps, viewer, 'event', eventId, text),
      ),
    )
    .post(
      '/deals',
      ...on(
        'Reports a deal to the administrators',
        dealReportInput,
        OF_CONTENT,
        (viewer, { dealId, ...text }) => report(deps, viewer, 'deal', dealId, text),
      ),
    )
    .post(
      '/ratings',
      ...on(
        'Asks the team to look at a rating that I received',
        ratingReportInput,
        ['NOT_FOUND', 'RATING_GIVEN', 'RATING_REMOVED', 'CONTENT_REPORT_PENDING'],
        (viewer, { ratingId, ...text }) => report(deps, viewer, 'rating', ratingId, text),
      ),
    );
}

/** The link's routes use POST so that no token appears in an address. */
export function decisionRoutes(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'jobs' | 'config' | 'limits' | 'live'>,
) {
  const limitLinks = limitAddress(deps.limits, CONTEST_LINKS);
  return new Hono<Env>()
    .post(
      '/contested',
      describe(
        'The decision that the holder of a link may contest; changes nothing',
        contestedDecisionOutput,
        ['CONTEST_LINK_INVALID'],
      ),
      limitLinks,
      body(contestLinkInput),
      async (c) => c.json(await contestedDecision(deps, c.req.valid('json').token), 200),
    )
    .post(
      '/contests',
      describe('Contest a decision with a link, once, within six months', contestedDecisionOutput, [
        'CONTEST_LINK_INVALID',
        'CONTEST_EXISTS',
        'CONTEST_TOO_LATE',
      ]),
      limitLinks,
      body(contestInput),
      async (c) => c.json(await contestDecision(deps, c.req.valid('json')), 200),
    )
    .get(
      '/',
      describe('What the team decided about me, the latest first', teamDecisionsOutput),
      membersOnly,
      async (c) => c.json(await ownDecisions(deps, viewerOf(c)), 200),
    )
    .post(
      '/:decisionId/acknowledge',
      describe('I have read a decision', done, ['NOT_FOUND']),
      membersOnly,
      limitMember(deps.limits, ACKNOWLEDGEMENTS),
      params(decisionParams),
      async (c) => {
        await acknowledge(deps, viewerOf(c), c.req.valid('param').decisionId);
        return c.json({ ok: true } as const, 200);
      },
    );
}
