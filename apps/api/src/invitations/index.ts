import { isNotNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import { olderThan } from '../platform/retention.ts';
import { accessRoutes } from './access/routes.ts';
import { accessRequests, isWaiting } from './access/tables.ts';
import { startBatchMails } from './batch-mails.ts';
import { announceBounceChange } from './invitations.ts';
import { invitationPersonalData } from './personal-data.ts';
import {
  completionRoutes,
  invitationRoutes,
  memberProfileRoutes,
  objectionRoutes,
  signUpRoutes,
} from './routes.ts';
import { batchRows, invitations as table } from './tables.ts';

export const invitations = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .route('/auth', signUpRoutes(deps))
      .route('/profile', completionRoutes(deps))
      .route('/members', memberProfileRoutes(deps))
      .route('/invitations', objectionRoutes(deps))
      .route('/invitations/access', accessRoutes(deps))
      .route('/invitations', invitationRoutes(deps)),
  start: (deps: Deps) => {
    deps.bounces.onRecord((tx, email) => announceBounceChange(tx, deps, email));
    startBatchMails(deps);
  },
  personalData: invitationPersonalData,
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'invitations', { table, at: table.expiresAt, where: sql`${table.status} = 'pending'` }),
    // Rows with an address are erased with their invitation.
    olderThan(deps, 'invitations', {
      table: batchRows,
      at: batchRows.expiresAt,
      where: sql`${batchRows.invitationId} is null`,
    }),
    olderThan(deps, 'accessRequests', {
      table: accessRequests,
      at: accessRequests.decidedAt,
      where: isNotNull(accessRequests.decidedAt),
    }),
    olderThan(deps, 'openAccessRequests', {
      table: accessRequests,
      at: accessRequests.createdAt,
      where: isWaiting,
    }),
  ],
};
