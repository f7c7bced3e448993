import { userParams } from '@guilde/contracts/admin/input.ts';
import { adminInvitationsQuery, invitationTreeQuery } from '@guilde/contracts/admin-invitations/input.ts';
import {
  adminInvitationPageOutput,
  invitationTreeOutput,
  sponsorChainOutput,
} from '@guilde/contracts/admin-invitations/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../../platform/deps.ts';
import { describe, type Env, params, query, viewerOf } from '../../platform/http/http.ts';
import { liftInvitationBounce } from '../bounces.ts';
import { type LoggedRead, logReads } from '../journal/read-log.ts';
import { listAllInvitations } from './list.ts';
import { invitationTree, sponsorChain } from './tree.ts';

const READING: LoggedRead = {
  action: 'invitations.read',
  subject: { type: 'list', id: 'invitations', label: 'Invitations' },
};

export function invitationDeskRoutes(deps: Deps) {
  const { orm } = deps.db;
  return new Hono<Env>()
    .get(
      '/',
      describe('All invitations, the newest first', adminInvitationPageOutput),
      query(adminInvitationsQuery),
      async (c) => {
        const page = await listAllInvitations(orm, c.req.valid('query'), deps.clock.now());
        await logReads(deps, viewerOf(c), [READING]);
        return c.json(page, 200);
      },
    )
    .post('/:invitationId/bounce/lift', ...liftInvitationBounce.handlers(deps))
    .get(
      '/tree',
      describe('Whom a member has invited: one level of the tree', invitationTreeOutput),
      query(invitationTreeQuery),
      async (c) => {
        const page = await invitationTree(orm, c.req.valid('query'));
        await logReads(deps, viewerOf(c), [READING]);
        return c.json(page, 200);
      },
    )
    .get(
      '/chain/:userId',
      describe('Who vouched for a member, up to the root', sponsorChainOutput),
      params(userParams),
      async (c) => {
        const chain = await sponsorChain(orm, c.req.valid('param').userId);
        await logReads(deps, viewerOf(c), [READING]);
        return c.json(chain, 200);
      },
    );
}
