import {
  adminReportsQuery,
  adminUsersQuery,
  reportParams,
  userParams,
} from '@guilde/contracts/admin/input.ts';
import {
  adminReportOutput,
  adminReportPageOutput,
  adminUserDetailOutput,
  adminUserPageOutput,
} from '@guilde/contracts/admin/output.ts';
import { memberActsInput } from '@guilde/contracts/member-acts/input.ts';
import { memberActsOutput } from '@guilde/contracts/member-acts/output.ts';
import { memberFilters } from '@guilde/contracts/member-filters/input.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { Hono } from 'hono';
import { EVIDENCE_TYPES } from '../../evidence/evidence.ts';
import { attachment } from '../../files/names.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  answerCsv,
  body,
  describe,
  type Env,
  file,
  limitMember,
  params,
  query,
  recentProofOnly,
  viewerOf,
} from '../../platform/http/http.ts';
import { liftMemberBounce } from '../bounces.ts';
import {
  deleteMember,
  restoreMember,
  returnCertification,
  suspendMember,
  warnMember,
  withdrawCertification,
} from '../cases/measures.ts';
import { actOnSeveral } from '../cases/several.ts';
import { logReads } from '../journal/read-log.ts';
import { ADMIN_ACTS, ADMIN_ACTS_ON_SEVERAL } from '../limits.ts';
import { decideReport, listReports, reportDetail } from '../reports.ts';
import { handOver, setRole } from './actions.ts';
import { acceptEvidence, readEvidence, requestEvidence } from './evidence.ts';
import { exportMembers } from './export.ts';
import { noteRoutes } from './notes.ts';
import { listUsers, userDetail } from './users.ts';

const MEMBERS_FILE = 'guilde-membres.csv';

export function userRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get('/', describe('Accounts, newest first', adminUserPageOutput), query(adminUsersQuery), async (c) => {
      const page = await listUsers(orm, viewerOf(c), c.req.valid('query'), deps.clock.now());
      const subject = { type: 'list', id: 'users', label: 'Liste des membres' } as const;
      await logReads(deps, viewerOf(c), [{ action: 'users.read', subject }]);
      return c.json(page, 200);
    })
    .post(
      '/export',
      describe('Take the filtered list along for a spreadsheet, which is an act', file('text/csv')),
      recentProofOnly(deps.clock),
      limitMember(deps.limits, ADMIN_ACTS),
      body(memberFilters),
      async (c) => answerCsv(c, await exportMembers(deps, viewerOf(c), c.req.valid('json')), MEMBERS_FILE),
    )
    .post(
      '/acts',
      describe('Act on several members, each with a row of the journal and a mail', memberActsOutput),
      limitMember(deps.limits, ADMIN_ACTS_ON_SEVERAL),
      body(memberActsInput),
      async (c) => c.json(await actOnSeveral(deps, viewerOf(c), c.req.valid('json')), 200),
    )
    .get('/:userId', describe('An account in full', adminUserDetailOutput), params(userParams), async (c) => {
      const { userId } = c.req.valid('param');
      const user = await userDetail(orm, viewerOf(c), userId);
      const label = user.firstName || user.lastName ? memberName(user) : 'Compte sans nom';
      const subject = { type: 'user', id: userId, label } as const;
      await logReads(deps, viewerOf(c), [{ action: 'user.read', subject }]);
      return c.json(user, 200);
    })
    .post('/:userId/certification/withdraw', ...withdrawCertification.handlers(deps))
    .post('/:userId/certification/return', ...returnCertification.handlers(deps))
    .post('/:userId/evidence', ...requestEvidence.handlers(deps))
    .post('/:userId/evidence/accept', ...acceptEvidence.handlers(deps))
    .get(
      '/:userId/evidence/file',
      describe('What a member shows as evidence', file(...EVIDENCE_TYPES)),
      params(userParams),
      async (c) => {
        const { bytes, type, name } = await readEvidence(deps, viewerOf(c), c.req.valid('param').userId);
        return c.body(bytes, 200, {
          'Content-Type': type,
          'Content-Disposition': attachment(name),
          'X-Content-Type-Options': 'nosniff',
        });
      },
    )
    .post('/:userId/bounce/lift', ...liftMemberBounce.handlers(deps))
    .post('/:userId/suspend', ...suspendMember.handlers(deps))
    .post('/:userId/restore', ...restoreMember.handlers(deps))
    .put('/:userId/role', ...setRole.handlers(deps))
    .post('/:userId/handover', ...handOver.handlers(deps))
    .post('/:userId/delete', ...deleteMember.handlers(deps))
    .route('/', noteRoutes(deps));
}

/** Moderators have these routes too. */
export function warningRoutes(deps: Deps) {
  return new Hono<Env>().post('/:userId', ...warnMember.handlers(deps));
}

export function reportedRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get('/', describe('Reports, newest first', adminReportPageOutput), query(adminReportsQuery), async (c) =>
      c.json(await listReports(orm, viewerOf(c), c.req.valid('query')), 200),
    )
    .get('/:reportId', describe('A report', adminReportOutput), params(reportParams), async (c) =>
      c.json(await reportDetail(orm, viewerOf(c), c.req.valid('param').reportId), 200),
    )
    .post('/:reportId/decide', ...decideReport.handlers(deps));
}
