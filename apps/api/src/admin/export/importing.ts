import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { planDeals } from '../../deals/closing.ts';
import { planEvents } from '../../events/schedule.ts';
import { journalKeys } from '../../platform/audit.ts';
import { rawReader } from '../../platform/audit-chain.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import {
  BackupError,
  copySecret,
  DATABASE,
  FILES,
  lockOrRefuse,
  readingFile,
  targetFault,
} from '../../platform/database/backup.ts';
import { isDatabaseUnavailable } from '../../platform/database/database-errors.ts';
import { type Db, openDatabase } from '../../platform/database/db.ts';
import { asLibsqlError, type Engine, openEngine } from '../../platform/database/engine.ts';
import { putInstallation } from '../../platform/database/restore.ts';
import { unfinishedCommand } from '../../platform/database/restore-marker.ts';
import { holdsRows, stateOfServer } from '../../platform/database/server-copy.ts';
import { snapshotOf } from '../../platform/database/snapshot.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/observe/log.ts';
import { installationSecret } from '../../platform/secret-file.ts';
import { createSecrets, type Secrets } from '../../platform/secrets.ts';
import { s3Storage } from '../../platform/services/s3-storage.ts';
import { diskStorage, type Storage } from '../../platform/services/storage.ts';
import { inconsistencies } from '../consistency.ts';
import { DERIVED } from './computing.ts';
import { KINDS, type Kind, type Row } from './kinds.ts';
import {
  type ExportManifest,
  fileOf,
  linesOf,
  readManifest,
  STORED,
  storedBytes,
  storedSchema,
} from './reading.ts';
import { rowSchema, toStored } from './shapes.ts';
import { citedKeys } from './writing.ts';

const NAMED_MAX = 3;
const WORKPLACE = 'import.partial';

type Imported = { rows: number; files: number; isWhole: boolean };

/**
 * Fills an empty installation. Everything is built and checked aside, so that a process that ends halfway
 * leaves it empty. Nothing is sent. @throws BackupError, DataFault
 */
export async function importFolder(config: Config, source: string, log: Log): Promise<Imported> {
  const manifest = await readManifest(source);
  const { dataDir } = config;
  const release = await lockOrRefuse(dataDir);
  const aside = join(dataDir, WORKPLACE);
  try {
    await requireEmpty(config);
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside, { recursive: true, mode: 0o700 });
    await copySecret(dataDir, aside);
    const file = join(aside, DATABASE);
    const { secret } = installationSecret({ ...config, dataDir: aside, database: { file } });
    const secrets = createSecrets(secret, config.previousSecret);
    const rows = await build(file, { source, manifest, secrets, log });
    const storage = config.s3 ? s3Storage(config.s3, log) : diskStorage(join(aside, FILES));
    await requireSound(file, secrets);
    const copy = (put: Storage['put']) => copyFiles(file, source, manifest, put);
    // A bucket would keep what a refused import has put there.
    if (config.s3) await copy(async () => undefined);
    const files = await copy(storage.put);
    await rm(join(aside, 'guilde.commits'), { force: true });
    const command = `import ${source}`;
    await putInstallation(aside, config, { now: Date.now(), force: true, given: [], command });
    return { rows, files, isWhole: manifest.isWhole };
  } catch (error) {
    throw targetFault(error, dataDir) ?? error;
  } finally {
    await rm(aside, { recursive: true, force: true });
    release();
  }
}

/** A server that was started once has left a database without members; a killed import has left its mark. */
async function requireEmpty({ database, dataDir }: Config): Promise<void> {
  if (unfinishedCommand(dataDir)?.startsWith('import')) return;
  const isFilled =
    'file' in database
      ? existsSync(database.file) && hasMembers(database.file)
      : (await stateOfServer(database)) === 'filled' && (await holdsRows(database, 'members'));
  if (isFilled)
    throw new BackupError(
      `${'file' in database ? dataDir : 'Le serveur libSQL'} contient déjà une communauté\u00a0: un export s’importe dans une installation vide.`,
    );
}

/** A prepared statement would keep the file open, and it is then replaced (engine.ts). */
function hasMembers(file: string): boolean {
  const engine = openEngine(file);
  try {
    engine.exec('CREATE TEMP TABLE none (present CHECK (present = 0))');
    engine.exec('INSERT INTO none SELECT 1 FROM members LIMIT 1');
    return false;
  } catch (error) {
    if (/^SQLITE_CONSTRAINT/.test(asLibsqlError(error).code)) return true;
    throw error;
  } finally {
    engine.close();
  }
}

type Building = { source: string; manifest: ExportManifest; secrets: Secrets; log: Log };

async function build(file: string, building: Building): Promise<number> {
  const db = await openDatabase({ file }, building.log);
  const engine = openEngine(file);
  try {
    // The folder counts only once it is complete and synced.
    engine.exec('PRAGMA synchronous = OFF');
    engine.exec('PRAGMA foreign_keys = OFF');
    engine.exec('BEGIN');
    let rows = 0;
    for (const kind of KINDS)
      if (building.manifest.files[fileOf(kind.name)]) rows += await insertRows(engine, kind, building);
    for (const sql of DERIVED) engine.exec(sql);
    engine.exec('COMMIT');
    await planEnds(db, building);
    return rows;
  } finally {
    engine.close();
    db.close();
  }
}

async function insertRows(
  engine: Engine.Database,
  kind: Kind,
  { source, manifest, secrets }: Building,
): Promise<number> {
  const schema = rowSchema(kind);
  let names: string[] = [];
  let insert: Engine.Statement | undefined;
  let rows = 0;
  for await (const { value, refuse } of linesOf(source, fileOf(kind.name), manifest)) {
    const { error } = schema.safeParse(value);
    if (error) throw refuse(`${error.issues[0]?.path.join('.')}\u00a0: ${error.issues[0]?.message}`);
    const row: Row = { ...(value as Row), ...kind.compute(value as Row, secrets) };
    if (!insert) {
      names = Object.keys(row);
      const columns = names.map((name) => `"${kind.columns[name]?.name}"`);
      insert = engine.prepare(
        `insert into "${kind.name}" (${columns.join()}) values (${names.map(() => '?').join()})`,
      );
    }
    try {
      insert.run(names.map((name) => toStored(row[name])));
    } catch (cause) {
      if (isDatabaseUnavailable(cause)) throw cause;
      throw refuse((cause as Error).message);
    }
    rows++;
  }
  return rows;
}

/**
 * An import plans what a time decides: the end of a suspension, the publication of an approved article, and what comes
 * of deals and events.
 */
async function planEnds(db: Db, { secrets, log }: Pick<Building, 'secrets' | 'log'>): Promise<void> {
  const clock = systemClock;
  const jobs = createJobs({ db, clock, log, secrets });
  const read = rawReader(db.client);
  const now = clock.now();
  const ends = await read(
    'select id, suspension_id, suspended_until from members where suspended_until is not null',
  );
  const published = await read('select id from sos_summaries where scheduled_privacy is not null');
  await db.write(async (tx) => {
    for (const { id, suspension_id, suspended_until } of ends)
      await jobs.enqueue(
        tx,
        'suspension.end',
        { memberId: String(id), decisionId: String(suspension_id) },
        { delay: Math.max(0, Number(suspended_until) - now) },
      );
    for (const { id } of published)
      await jobs.enqueue(tx, 'summary.publish', { summaryId: String(id) }, { key: `import:${randomUUID()}` });
    await planDeals(tx, { jobs, clock });
    await planEvents(tx, { jobs, clock });
  });
}

/** The rows decide which files there are and where, so that a name in the export leads nowhere else. */
async function copyFiles(
  database: string,
  source: string,
  manifest: ExportManifest,
  put: Storage['put'],
): Promise<number> {
  const snapshot = snapshotOf(openEngine(database));
  try {
    const lines = linesOf(source, fileOf(STORED), manifest);
    let next = await lines.next();
    let files = 0;
    for await (const key of citedKeys(snapshot, true)) {
      if (next.done) continue;
      const { value, refuse } = next.value;
      const { data: line } = storedSchema.safeParse(value);
      if (!line) throw refuse('la ligne n’a pas la forme attendue');
      if (line.key !== key) continue;
      await put(key, await storedBytes(source, line, refuse));
      files++;
      next = await lines.next();
    }
    if (!next.done) throw next.value.refuse('aucune donnée ne cite ce fichier à cette place');
    return files;
  } finally {
    snapshot.close();
  }
}

async function requireSound(database: string, secrets: Secrets): Promise<void> {
  const wrong = await readingFile(database, (read) => inconsistencies(read, journalKeys(secrets)));
  if (wrong.length === 0) return;
  const others = wrong.length > NAMED_MAX ? '…' : '';
  throw new BackupError(
    `Cet export n’est pas cohérent\u00a0: ${wrong.slice(0, NAMED_MAX).join('\u202f; ')}${others}`,
  );
}
