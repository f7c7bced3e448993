import { userParams } from '@guilde/contracts/admin/input.ts';
import { adminInvitationsQuery, invitationTreeQuery } from '@guilde/contracts/admin-invitations/input.ts';
import {
  adminInvitationPageOutput,
  invitationTreeOutput,
  sponsorChainOutput,
} from '@guilde/contracts/admin-invitations/output.ts';
import {
  batchesQuery,
  batchParams,
  batchRowsQuery,
  bulkPreviewInput,
} from '@guilde/contracts/bulk-invitations/input.ts';
import {
  batchRowsOutput,
  bulkPreviewOutput,
  invitationBatchesOutput,
  invitationBatchOutput,
} from '@guilde/contracts/bulk-invitations/output.ts';
import { Hono } from 'hono';
import { sortedList, toBulkRow } from '../../invitations/batches.ts';
import type { Deps } from '../../platform/deps.ts';
import { body, describe, type Env, limitMember, params, query, viewerOf } from '../../platform/http/http.ts';
import { liftInvitationBounce } from '../bounces.ts';
import { type LoggedRead, logReads } from '../journal/read-log.ts';
import { ADMIN_ACTS } from '../limits.ts';
import { listBatchRows } from './batch-rows.ts';
import { batchDetail, listBatches, remindBatch, sendBatch } from './batches.ts';
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
    .get(
      '/batches',
      describe('The lists that were sent, the newest first', invitationBatchesOutput),
      query(batchesQuery),
      async (c) => c.json(await listBatches(orm, c.req.valid('query')), 200),
    )
    .put('/batches', ...sendBatch.handlers(deps))
    .put(
      '/batches/preview',
      describe('Says of each row of a list what would become of it; nothing is stored', bulkPreviewOutput),
      limitMember(deps.limits, ADMIN_ACTS),
      body(bulkPreviewInput),
      async (c) => {
        const { rows, batchId } = await sortedList(orm, c.req.valid('json').rows, deps.clock.now());
        return c.json({ rows: rows.map(toBulkRow), batchId }, 200);
      },
    )
    .get(
      '/batches/:batchId',
      describe('A list that was sent, with its figures', invitationBatchOutput),
      params(batchParams),
      async (c) => c.json(await batchDetail(orm, c.req.valid('param').batchId, deps.clock.now()), 200),
    )
    .get(
      '/batches/:batchId/rows',
      describe('What became of each row of a list that was sent, by name', batchRowsOutput),
      params(batchParams),
      query(batchRowsQuery),
      async (c) => {
        const { batchId } = c.req.valid('param');
        const asked = { page: c.req.valid('query'), now: deps.clock.now() };
        const page = await listBatchRows(orm, viewerOf(c), batchId, asked);
        await logReads(deps, viewerOf(c), [READING]);
        return c.json(page, 200);
      },
    )
    .post('/batches/:batchId/remind', ...remindBatch.handlers(deps))
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
