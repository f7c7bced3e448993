import { dealFileParams } from '@guilde/contracts/deals/input.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { SERVED_FILE, type ServedFile, serveFile } from '../files/serving.ts';
import { files } from '../files/tables.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, params, viewerOf } from '../platform/http/http.ts';
import { dealFor } from './queries.ts';

/** Proofs are uploaded as files of an SOS are. */
export function dealFileRoutes(deps: Deps) {
  return new Hono<Env>().get(
    '/:dealId/files/:dealFileId/:size',
    describe('A proof of an offer', SERVED_FILE),
    params(dealFileParams),
    async (c) => {
      const named = c.req.valid('param');
      return serveFile(c, deps, await fileOfDeal(deps.db.orm, viewerOf(c), named), named.size);
    },
  );
}

/** Who sees the offer sees its proofs. Throws NOT_FOUND. */
async function fileOfDeal(
  queries: Queries,
  viewer: Viewer,
  { dealId, dealFileId }: { dealId: string; dealFileId: string },
): Promise<ServedFile | undefined> {
  const { offer } = await dealFor(queries, viewer, dealId);
  if (!offer) return undefined;
  const [row] = await queries
    .select()
    .from(files)
    .where(and(eq(files.id, dealFileId), eq(files.dealId, dealId)));
  return row;
}
