import { dealFileParams } from '@guilde/contracts/deals/input.ts';
import { and, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { SERVED_FILE, serveFile } from '../files/serving.ts';
import { files } from '../files/tables.ts';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, params, viewerOf } from '../platform/http/http.ts';
import { dealFor } from './queries.ts';

/** Proofs are uploaded as files of an SOS are, and who sees the offer sees them. */
export function dealFileRoutes(deps: Deps) {
  return new Hono<Env>().get(
    '/:dealId/files/:dealFileId/:size',
    describe('A proof of an offer', SERVED_FILE),
    params(dealFileParams),
    async (c) => {
      const { dealId, dealFileId, size } = c.req.valid('param');
      const { offer } = await dealFor(deps.db.orm, viewerOf(c), dealId);
      const isIts = and(eq(files.id, dealFileId), eq(files.dealId, dealId));
      const [file] = offer ? await deps.db.orm.select().from(files).where(isIts) : [];
      return serveFile(c, deps, file, size);
    },
  );
}
