import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, inArray, isNotNull, isNull, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { removeFiles } from '../files/files.ts';
import type { ServedFile } from '../files/serving.ts';
import { files, unused } from '../files/tables.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { hiddenFrom } from './hidden-by-blocks.ts';

/** The files are own uploads or those that the SOS has already; their order is kept. Throws FILES_GONE. */
export async function citeFiles(
  { orm }: Tx,
  { id: ownerId }: Viewer,
  sosId: string,
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
    .set({ sosId, position: sql`(select key from json_each(${listed}) where value = ${files.id})` })
    .where(and(among(listed), or(eq(files.sosId, sosId), uploads)))
    .returning({ id: files.id });
  if (cited.length < ids.length) throw new AppError('FILES_GONE');
}

/** Files that are not named any more are removed. Throws FILES_GONE. */
export async function replaceFiles(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  viewer: Viewer,
  sos: { sosId: string; files: readonly string[] },
): Promise<void> {
  const { sosId, files: ids } = sos;
  await removeFiles(tx, deps, and(eq(files.sosId, sosId), not(among(JSON.stringify(ids)))));
  if (ids.length > 0) await citeFiles(tx, viewer, sosId, ids);
}

function among(ids: string): SQL {
  return inArray(files.id, sql`(select value from json_each(${ids}))`);
}

const citedFile = preparedQuery((queries) =>
  queries
    .select()
    .from(files)
    .where(
      and(
        eq(files.id, sql.placeholder('sosFileId')),
        eq(files.sosId, sql.placeholder('sosId')),
        notInArray(files.sosId, hiddenFrom(sql.placeholder('memberId'))),
      ),
    )
    .prepare(),
);

/** Who sees an SOS sees its files. */
export async function fileOfSos(
  queries: Queries,
  viewer: Viewer,
  { sosId, sosFileId }: { sosId: string; sosFileId: string },
): Promise<ServedFile | undefined> {
  const [row] = await citedFile(queries).all({ memberId: viewer.id, sosId, sosFileId });
  return row;
}
