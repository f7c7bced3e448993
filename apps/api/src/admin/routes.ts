import { adminOverviewOutput } from '@guilde/contracts/admin/overview-output.ts';
import { auditFilters, auditParams, auditQuery } from '@guilde/contracts/audit/input.ts';
import { auditDetailOutput, auditPageOutput } from '@guilde/contracts/audit/output.ts';
import { benchmarkCountsOutput } from '@guilde/contracts/benchmarks/output.ts';
import { queueQuery } from '@guilde/contracts/queue/input.ts';
import { queuePageOutput } from '@guilde/contracts/queue/output.ts';
import { securityQuery } from '@guilde/contracts/security/input.ts';
import { securityPageOutput } from '@guilde/contracts/security/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
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
} from '../platform/http/http.ts';
import { announcementDeskRoutes } from './announcements.ts';
import { benchmarkCounts } from './benchmarks.ts';
import { contestRoutes } from './cases/contests.ts';
import { caseRoutes } from './cases/routes.ts';
import { changeCommunity } from './community.ts';
import { contactDeletionRoutes, contactInboxRoutes } from './contact.ts';
import { dealActRoutes } from './deals.ts';
import { allEventsRoutes } from './events.ts';
import { downloadCommunity } from './export/download.ts';
import { incidentListRoutes } from './incidents.ts';
import { apiKeyRoutes } from './integrations/api-keys.ts';
import { webhookRoutes } from './integrations/webhooks.ts';
import { accessLinkRoutes } from './invitations/access-links.ts';
import { accessRequestRoutes } from './invitations/access-requests.ts';
import { invitationDeskRoutes } from './invitations/routes.ts';
import { exportJournal, journalEntry, listJournal } from './journal/journal.ts';
import { logReads } from './journal/read-log.ts';
import { ADMIN_ACTS, ADMIN_EXPORTS } from './limits.ts';
import { allMessagesRoutes } from './messages.ts';
import { openingRoutes } from './openings.ts';
import { overview } from './overview.ts';
import { listQueue } from './queue/queue.ts';
import { ratingActRoutes } from './ratings.ts';
import { listSecurity } from './security.ts';
import { allSosRoutes } from './sos-actions.ts';
import { summaryRoutes } from './summaries/routes.ts';
import { reportedRoutes, userRoutes, warningRoutes } from './users/routes.ts';
import { savedFilterRoutes } from './users/saved-filters.ts';

const JOURNAL_FILE = 'guilde-journal.csv';
const COMMUNITY_FILE = 'guilde-communaute.zip';

/** Moderators have these routes too (docs/specification.md#roles). */
export function moderationRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(
      '/queue',
      describe('What waits for the team, oldest first', queuePageOutput),
      query(queueQuery),
      async (c) =>
        c.json(await listQueue(deps.db.orm, viewerOf(c), c.req.valid('query'), deps.clock.now()), 200),
    )
    .route('/reports', reportedRoutes(deps))
    .route('/warnings', warningRoutes(deps))
    .route('/cases', caseRoutes(deps))
    .route('/contact', contactInboxRoutes(deps))
    .route('/summaries', summaryRoutes(deps));
}

export function adminRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get('/overview', describe('The community at a glance', adminOverviewOutput), async (c) =>
      c.json(await overview(deps, deps.config.ai?.monthlyBudget ?? null), 200),
    )
    .get(
      '/journal',
      describe('Administrative acts, the latest first', auditPageOutput),
      query(auditQuery),
      async (c) => c.json(await listJournal(orm, viewerOf(c), c.req.valid('query')), 200),
    )
    .post(
      '/journal/export',
      describe('Take the journal along for a spreadsheet, which is an act', file('text/csv')),
      recentProofOnly(deps.clock),
      limitMember(deps.limits, ADMIN_ACTS),
      body(auditFilters),
      async (c) => answerCsv(c, await exportJournal(deps, viewerOf(c), c.req.valid('json')), JOURNAL_FILE),
    )
    .get(
      '/journal/:entryId',
      describe('One administrative act', auditDetailOutput),
      params(auditParams),
      async (c) => c.json(await journalEntry(orm, viewerOf(c), c.req.valid('param').entryId), 200),
    )
    .get(
      '/security',
      describe('The security log, the latest line first', securityPageOutput),
      query(securityQuery),
      async (c) => {
        const page = await listSecurity(orm, c.req.valid('query'));
        const subject = { type: 'journal', id: 'security', label: 'Sécurité' } as const;
        await logReads(deps, viewerOf(c), [{ action: 'security.read', subject }]);
        return c.json(page, 200);
      },
    )
    .get('/benchmarks', describe('Waves of benchmarks in numbers', benchmarkCountsOutput), async (c) =>
      c.json(await benchmarkCounts(deps), 200),
    )
    .put('/community', ...changeCommunity.handlers(deps))
    .post(
      '/community/export',
      describe(
        'Take the community along without messages and notes, which is an act',
        file('application/zip'),
      ),
      recentProofOnly(deps.clock),
      limitMember(deps.limits, ADMIN_EXPORTS),
      async (c) =>
        c.body(await downloadCommunity(deps, viewerOf(c)), 200, {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${COMMUNITY_FILE}"`,
        }),
    )
    .route('/users', userRoutes(deps))
    .route('/saved-filters', savedFilterRoutes(deps))
    .route('/contests', contestRoutes(deps))
    .route('/sos', allSosRoutes(deps))
    .route('/invitations', invitationDeskRoutes(deps))
    .route('/access/links', accessLinkRoutes(deps))
    .route('/access/requests', accessRequestRoutes(deps))
    .route('/events', allEventsRoutes(deps))
    .route('/deals', dealActRoutes(deps))
    .route('/ratings', ratingActRoutes(deps))
    .route('/incidents', incidentListRoutes(deps))
    .route('/messages', allMessagesRoutes(deps))
    .route('/announcements', announcementDeskRoutes(deps))
    .route('/conversations', openingRoutes(deps))
    .route('/contact', contactDeletionRoutes(deps))
    .route('/integrations/keys', apiKeyRoutes(deps))
    .route('/integrations/webhooks', webhookRoutes(deps));
}
