import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { ServedFile } from '../files/serving.ts';
import { files } from '../files/tables.ts';
import { preparedQuery, type Queries } from '../platform/database/db.ts';
import { hiddenFrom } from './hidden-by-blocks.ts';

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
