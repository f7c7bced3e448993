import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import { jobs } from '../platform/database/tables.ts';
import type { Deps } from '../platform/deps.ts';
import { possibleKeys, storageKeys } from './stored.ts';
import { type FileRow, files } from './tables.ts';

const BATCH = 500;
const NAMED_MAX = 3;
const FOLDERS = ['shared', 'uploads'];

type FaultDeps = Pick<Deps, 'db' | 'storage' | 'secrets'>;

/**
 * Returns one French sentence per kind of fault. It needs about 100 bytes of memory per file. Throws
 * UNAVAILABLE when an S3 service is down.
 */
export async function fileFaults({ db, storage, secrets }: FaultDeps): Promise<string[]> {
  const stored = new Set<string>();
  for (const folder of FOLDERS) for await (const key of storage.list(folder)) stored.add(key);
  const missing: string[] = [];
  for await (const some of allFiles(db.orm))
    for (const row of some) {
      const lacks = storageKeys(row).some((key) => !stored.has(key));
      if (lacks && (await isStillMissing(db.orm, storage, row))) missing.push(row.id);
      for (const key of possibleKeys(row)) stored.delete(key);
    }
  for (const key of await removalsThatWait(db.orm, secrets)) stored.delete(key);
  const uncited: string[] = [];
  for (const key of stored) if (await isUncited(db.orm, storage, key)) uncited.push(key);
  return [
    ...linesAbout(
      'Fichiers joints qui manquent dans le stockage',
      missing,
      'Remets-les depuis une sauvegarde.',
    ),
    ...linesAbout('Objets du stockage que rien ne cite', uncited, 'Tu peux les supprimer.'),
  ];
}

async function removalsThatWait(queries: Queries, secrets: Deps['secrets']): Promise<string[]> {
  const waiting = await queries
    .select({ payload: jobs.payload })
    .from(jobs)
    .where(and(eq(jobs.kind, 'storage.remove'), isNull(jobs.doneAt), isNull(jobs.failedAt)));
  return waiting.flatMap(
    ({ payload }) => (JSON.parse(secrets.decrypt('jobs', payload)) as { keys: string[] }).keys,
  );
}

function linesAbout(says: string, found: readonly string[], mending: string): string[] {
  if (found.length === 0) return [];
  const others = found.length > NAMED_MAX ? '…' : '';
  const named = found.slice(0, NAMED_MAX).join('\u202f; ');
  return [`${says}\u00a0: ${found.length} (${named}${others}). ${mending}`];
}

async function* allFiles(queries: Queries): AsyncGenerator<FileRow[]> {
  let after = '';
  while (true) {
    const some = await queries
      .select()
      .from(files)
      .where(gt(files.id, after))
      .orderBy(asc(files.id))
      .limit(BATCH);
    const last = some.at(-1);
    if (!last) return;
    after = last.id;
    yield some;
  }
}

/** The file may be uploaded, changed or removed since the list was made. */
async function isStillMissing(queries: Queries, storage: Deps['storage'], { id }: FileRow): Promise<boolean> {
  const [row] = await queries.select().from(files).where(eq(files.id, id));
  for (const key of row ? storageKeys(row) : []) if (!(await isThere(storage, key))) return true;
  return false;
}

/** A newer upload cites the file. */
async function isUncited(queries: Queries, storage: Deps['storage'], key: string): Promise<boolean> {
  const own = key.split('/')[1] ?? '';
  const isCited = (await queries.$count(files, eq(files.key, own))) > 0;
  return !isCited && (await isThere(storage, key));
}

async function isThere(storage: Deps['storage'], key: string): Promise<boolean> {
  const content = await storage.read(key, { first: 0, last: 0 });
  await content?.cancel();
  return content !== null;
}
