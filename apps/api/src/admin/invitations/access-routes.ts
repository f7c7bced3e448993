import { accessRequestParams } from '@guilde/contracts/access/input.ts';
import { accessLinkOutput, accessRequestOutput } from '@guilde/contracts/access/output.ts';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { describe, type Env, params, viewerOf } from '../../platform/http/http.ts';
import { logReads } from '../journal/read-log.ts';
import { createAccessLink, listAccessLinks, revokeAccessLink } from './access-links.ts';
import { acceptAccessRequest, accessRequest, refuseAccessRequest } from './access-requests.ts';

export function accessDeskRoutes(deps: Deps) {
  return new Hono<Env>()
    .get('/links', describe('Access links, the newest first', z.array(accessLinkOutput)), async (c) =>
      c.json(await listAccessLinks(deps), 200),
    )
    .post('/links', ...createAccessLink.handlers(deps))
    .post('/links/:accessLinkId/revoke', ...revokeAccessLink.handlers(deps))
    .get(
      '/requests/:accessRequestId',
      describe('A request for access', accessRequestOutput),
      params(accessRequestParams),
      async (c) => {
        const request = await accessRequest(deps.db.orm, c.req.valid('param').accessRequestId);
        const subject = { type: 'access-request', id: request.id, label: request.groupName } as const;
        await logReads(deps, viewerOf(c), [{ action: 'access-request.read', subject }]);
        return c.json(request, 200);
      },
    )
    .post('/requests/:accessRequestId/accept', ...acceptAccessRequest.handlers(deps))
    .post('/requests/:accessRequestId/refuse', ...refuseAccessRequest.handlers(deps));
}
