import { accessRequestParams } from '@guilde/contracts/access/input.ts';
import { accessRequestOutput } from '@guilde/contracts/access/output.ts';
import type { AccessRequest } from '@guilde/contracts/access/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { inviteByLink } from '../../invitations/access/accept.ts';
import { accessRefusedMail } from '../../invitations/access/mails.ts';
import { accessLinks, accessRequests } from '../../invitations/access/tables.ts';
import { listsNaming } from '../../invitations/batches.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries, Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { describe, type Env, params, viewerOf } from '../../platform/http/http.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { act } from '../act.ts';
import { logReads } from '../journal/read-log.ts';

/** @throws NOT_FOUND */
async function accessRequest(queries: Queries, id: string): Promise<AccessRequest> {
  const { request, link } = await requestById(queries, id);
  const name = memberName(request);
  return {
    id,
    state: request.status,
    groupName: link.groupName,
    firstName: request.firstName,
    lastName: request.lastName,
    email: request.email,
    siren: request.siren,
    storeUrl: request.storeUrl,
    createdAt: iso(request.createdAt),
    decidedAt: isoOrNull(request.decidedAt),
    list: (await listsNaming(queries, [name])).get(name)?.title ?? null,
  };
}

async function requestById(queries: Queries, id: string) {
  const [row] = await queries
    .select({ request: accessRequests, link: accessLinks })
    .from(accessRequests)
    .innerJoin(accessLinks, eq(accessLinks.id, accessRequests.linkId))
    .where(eq(accessRequests.id, id));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Takes the address out of the request, and returns both. Throws NOT_FOUND, ACCESS_REQUEST_DECIDED. */
async function decide(tx: Tx, id: string, status: 'accepted' | 'refused', now: number) {
  const { request, link } = await requestById(tx.orm, id);
  const { email } = request;
  if (email === null) throw new AppError('ACCESS_REQUEST_DECIDED');
  await tx.orm
    .update(accessRequests)
    .set({ status, email: null, decidedAt: now })
    .where(eq(accessRequests.id, id));
  const counter = accessLinks[status];
  await tx.orm
    .update(accessLinks)
    .set({ [status]: sql`${counter} + 1` })
    .where(eq(accessLinks.id, link.id));
  return { email, request, link, subject: { type: 'access-request', id, label: link.groupName } as const };
}

const onRequest = {
  answer: accessRequestOutput,
  params: accessRequestParams,
  areas: ['access'],
  show: (
    { db }: { db: { orm: Queries } },
    _viewer: unknown,
    { accessRequestId }: { accessRequestId: string },
  ) => accessRequest(db.orm, accessRequestId),
} as const;

const acceptAccessRequest = act({
  ...onRequest,
  summary: 'Accept a request for access, which sends an invitation',
  refusals: [
    'NOT_FOUND',
    'ACCESS_REQUEST_DECIDED',
    'NOT_CERTIFIED',
    'INVITEE_IS_MEMBER',
    'INVITEE_OBJECTED',
    'INVITATION_PENDING',
    'INVITATION_MAILS_RECEIVED',
  ],
  run: async ({ tx, deps, viewer, record }, { accessRequestId: id }) => {
    const { email, request, link, subject } = await decide(tx, id, 'accepted', deps.clock.now());
    await inviteByLink(tx, deps, { email, request, link, acceptedBy: viewer.id });
    await record({ action: 'access-request.accept', subject });
  },
});

const refuseAccessRequest = act({
  ...onRequest,
  summary: 'Refuse a request for access, which its writer is told',
  refusals: ['NOT_FOUND', 'ACCESS_REQUEST_DECIDED'],
  run: async ({ tx, deps, record }, { accessRequestId: id }) => {
    const { email, subject } = await decide(tx, id, 'refused', deps.clock.now());
    await queueMail(deps, tx, accessRefusedMail(email, deps.config.publicUrl));
    await record({ action: 'access-request.refuse', subject });
  },
});

export function accessRequestRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(
      '/:accessRequestId',
      describe('A request for access', accessRequestOutput),
      params(accessRequestParams),
      async (c) => {
        const request = await accessRequest(deps.db.orm, c.req.valid('param').accessRequestId);
        const subject = { type: 'access-request', id: request.id, label: request.groupName } as const;
        await logReads(deps, viewerOf(c), [{ action: 'access-request.read', subject }]);
        return c.json(request, 200);
      },
    )
    .post('/:accessRequestId/accept', ...acceptAccessRequest.handlers(deps))
    .post('/:accessRequestId/refuse', ...refuseAccessRequest.handlers(deps));
}
