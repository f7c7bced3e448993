import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { removeFiles } from './files.ts';
import { files, unused } from './tables.ts';

type Owner = { sosId: string } | { dealId: string };

/** The files are own uploads or those that the owner has already; their order is kept. Throws FILES_GONE. */
export async function citeFiles(
  { orm }: Tx,
  { id: ownerId }: Viewer,
  owner: Owner,
  ids: readonly string[],
): Promise<void> {
  const uploads = and(
    eq(files.ownerId, ownerId),
    isNull(files.conversationId),
    isNotNull(files.readyAt),
    unused,
  );
  const listed = JSON.stringify(ids);
  const cited = await orm
    .update(files)
    .set({ ...owner, position: sql`(select key from json_each(${listed}) where value = ${files.id})` })
    .where(and(among(listed), or(isOf(owner), uploads)))
    .returning({ id: files.id });
  if (cited.length < ids.length) throw new AppError('FILES_GONE');
}

/** Files that are not named any more are removed. Throws FILES_GONE. */
export async function replaceFiles(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  viewer: Viewer,
  owner: Owner,
  ids: readonly string[],
): Promise<void> {
  await removeFiles(tx, deps, and(isOf(owner), not(among(JSON.stringify(ids)))));
  if (ids.length > 0) await citeFiles(tx, viewer, owner, ids);
}

function isOf(owner: Owner): SQL {
  return 'sosId' in owner ? eq(files.sosId, owner.sosId) : eq(files.dealId, owner.dealId);
}

function among(ids: string): SQL {
  return inArray(files.id, sql`(select value from json_each(${ids}))`);
}
