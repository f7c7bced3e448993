import {
  adminReportsQuery,
  adminUsersQuery,
  measureInput,
  optionalReasonInput,
  reasonInput,
  reportDecisionInput,
  reportParams,
  roleInput,
  suspensionInput,
  userParams,
} from '@guilde/contracts/admin-input.ts';
import {
  adminReportOutput,
  adminReportPageOutput,
  adminUserDetailOutput,
  adminUserPageOutput,
} from '@guilde/contracts/admin-output.ts';
import { memberActsInput } from '@guilde/contracts/member-acts-input.ts';
import { memberActsOutput } from '@guilde/contracts/member-acts-output.ts';
import { memberFilters } from '@guilde/contracts/member-filters-input.ts';
import { memberName } from '@guilde/contracts/profiles.ts';
import { done } from '@guilde/contracts/shared-output.ts';
import { Hono } from 'hono';
import { EVIDENCE_TYPES } from '../../evidence/evidence.ts';
import { attachment } from '../../files/names.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  body,
  describe,
  type Env,
  file,
  files,
  limitMember,
  params,
  query,
  recentProofOnly,
  viewerOf,
} from '../../platform/http/http.ts';
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
import { noteRoutes } from './note-routes.ts';
import { listUsers, userDetail } from './users.ts';

const MEMBERS_FILE = 'guilde-membres.csv';

export function userRoutes(deps: Deps) {
  const { orm } = deps.db;
  const limitActs = limitMember(deps.limits, ADMIN_ACTS);
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
      limitActs,
      body(memberFilters),
      async (c) =>
        c.body(await exportMembers(deps, viewerOf(c), c.req.valid('json')), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${MEMBERS_FILE}"`,
        }),
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
    .post(
      '/:userId/certification/withdraw',
      describe('Withdraw the badge of a member, who reads why', adminUserDetailOutput, [
        'ACT_ON_SELF',
        'CERTIFICATION_UNCHANGED',
        'CASE_DECIDED',
      ]),
      limitActs,
      params(userParams),
      body(measureInput),
      async (c) => {
        const { userId } = c.req.valid('param');
        return c.json(await withdrawCertification(deps, viewerOf(c), userId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:userId/certification/return',
      describe('Give the badge back', adminUserDetailOutput, ['ACT_ON_SELF', 'CERTIFICATION_UNCHANGED']),
      limitActs,
      params(userParams),
      body(reasonInput),
      async (c) => {
        const { userId } = c.req.valid('param');
        return c.json(await returnCertification(deps, viewerOf(c), userId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:userId/evidence',
      describe('Ask a member to prove to be a merchant', adminUserDetailOutput, [
        'ACT_ON_SELF',
        'EVIDENCE_ASKED',
        'EVIDENCE_NOT_POSSIBLE',
      ]),
      limitActs,
      params(userParams),
      body(reasonInput),
      async (c) => {
        const { userId } = c.req.valid('param');
        return c.json(await requestEvidence(deps, viewerOf(c), userId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:userId/evidence/accept',
      describe('Accept what was shown, which is erased', adminUserDetailOutput, [
        'ACT_ON_SELF',
        'EVIDENCE_NOT_ASKED',
      ]),
      limitActs,
      params(userParams),
      async (c) => c.json(await acceptEvidence(deps, viewerOf(c), c.req.valid('param').userId), 200),
    )
    .get(
      '/:userId/evidence/file',
      describe('What a member shows as evidence', files(EVIDENCE_TYPES)),
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
    .post(
      '/:userId/suspend',
      describe('Suspend a member, who reads why', adminUserDetailOutput, [
        'ACT_ON_SELF',
        'ALREADY_SUSPENDED',
        'CASE_DECIDED',
      ]),
      limitActs,
      params(userParams),
      body(suspensionInput),
      async (c) => {
        const { userId } = c.req.valid('param');
        return c.json(await suspendMember(deps, viewerOf(c), userId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:userId/restore',
      describe('End a suspension', adminUserDetailOutput, ['ACT_ON_SELF', 'NOT_SUSPENDED']),
      limitActs,
      params(userParams),
      body(reasonInput),
      async (c) => {
        const { userId } = c.req.valid('param');
        return c.json(await restoreMember(deps, viewerOf(c), userId, c.req.valid('json')), 200);
      },
    )
    .put(
      '/:userId/role',
      describe('Make somebody administrator, moderator or member', adminUserDetailOutput, [
        'ROLE_UNCHANGED',
        'ROLE_NOT_POSSIBLE',
        'LAST_ADMINISTRATOR',
      ]),
      recentProofOnly(deps.clock),
      limitActs,
      params(userParams),
      body(roleInput),
      async (c) => {
        const { userId } = c.req.valid('param');
        return c.json(await setRole(deps, viewerOf(c), userId, c.req.valid('json')), 200);
      },
    )
    .post(
      '/:userId/handover',
      describe('Make somebody administrator in one’s own place', done, [
        'ACT_ON_SELF',
        'ROLE_UNCHANGED',
        'ROLE_NOT_POSSIBLE',
        'HANDOVER_WITHOUT_SECOND_FACTOR',
      ]),
      recentProofOnly(deps.clock),
      limitActs,
      params(userParams),
      body(optionalReasonInput),
      async (c) => {
        await handOver(deps, viewerOf(c), c.req.valid('param').userId, c.req.valid('json'));
        return c.json({ ok: true } as const, 200);
      },
    )
    .post(
      '/:userId/delete',
      describe('Delete an account and its personal data', done, ['ACT_ON_SELF', 'CASE_DECIDED']),
      recentProofOnly(deps.clock),
      limitActs,
      params(userParams),
      body(measureInput),
      async (c) => {
        await deleteMember(deps, viewerOf(c), c.req.valid('param').userId, c.req.valid('json'));
        return c.json({ ok: true } as const, 200);
      },
    )
    .route('/', noteRoutes(deps));
}

/** For moderators too. */
export function warningRoutes(deps: Deps) {
  return new Hono<Env>().post(
    '/:userId',
    describe('Warn a member, who reads why', done, ['ACT_ON_SELF', 'ACT_ON_ADMINISTRATOR', 'CASE_DECIDED']),
    limitMember(deps.limits, ADMIN_ACTS),
    params(userParams),
    body(measureInput),
    async (c) => {
      await warnMember(deps, viewerOf(c), c.req.valid('param').userId, c.req.valid('json'));
      return c.json({ ok: true } as const, 200);
    },
  );
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
    .post(
      '/:reportId/decide',
      describe('Resolve or dismiss a report', adminReportOutput, ['REPORT_DECIDED']),
      limitMember(deps.limits, ADMIN_ACTS),
      params(reportParams),
      body(reportDecisionInput),
      async (c) => {
        const { reportId } = c.req.valid('param');
        return c.json(await decideReport(deps, viewerOf(c), reportId, c.req.valid('json')), 200);
      },
    );
}
