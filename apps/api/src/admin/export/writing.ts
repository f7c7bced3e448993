import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { storageKeys as fileKeys } from '../../files/stored.ts';
import type { FileRow } from '../../files/tables.ts';
import { MANIFEST, wholeOrNothing } from '../../platform/database/backup.ts';
import { openSnapshot, type Snapshot } from '../../platform/database/snapshot.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Storage } from '../../platform/services/storage.ts';
import { VERSION } from '../../platform/version.ts';
import { storageKeys as avatarKeys } from '../../profiles/avatars.ts';
import { KINDS, type Kind, type Row } from './kinds.ts';
import { type ExportManifest, FILES, FORMAT, fileOf, STORED, type StoredLine } from './reading.ts';
import { toJson } from './shapes.ts';

const PAGE_ROWS = 50;

export type Entry = { name: string; content: AsyncIterable<Uint8Array> | Uint8Array[] };
type Read = Pick<Snapshot, 'rows'>;
type Source = { read: Read; storage: Storage; now: number; isWhole: boolean };

/** Each content must be read to its end before the next entry. A page, a file and the list of files are in memory. */
export async function* exportEntries({ read, storage, now, isWhole }: Source): AsyncGenerator<Entry> {
  const files: ExportManifest['files'] = {};
  const counted = (name: string, pages: AsyncIterable<readonly unknown[]>): Entry => ({
    name: fileOf(name),
    content: asLines(pages, (figures) => {
      files[fileOf(name)] = figures;
    }),
  });
  for (const kind of KINDS)
    if (isWhole || !kind.isClosed) yield counted(kind.name, pagesOf(read, kind, isWhole));
  const stored: StoredLine[] = [];
  const known = new Set<string>();
  for await (const key of citedKeys(read, isWhole)) {
    const bytes = await storage.get(key);
    // A file that the storage has lost is left out; the rows that cite it stay.
    if (!bytes) continue;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    stored.push({ key, bytes: bytes.length, sha256 });
    // Equal files are stored once.
    if (!known.has(sha256)) yield { name: `${FILES}/${sha256}`, content: [bytes] };
    known.add(sha256);
  }
  yield counted(STORED, inPages(stored));
  const manifest: ExportManifest = {
    format: FORMAT,
    guilde: VERSION,
    madeAt: new Date(now).toISOString(),
    isWhole,
    files,
  };
  yield { name: MANIFEST, content: [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)] };
}

/** The folder `target` is complete or absent. @throws BackupError */
export async function exportFolder(
  { config, storage, clock }: Pick<Deps, 'config' | 'storage' | 'clock'>,
  target: string,
): Promise<ExportManifest['files']> {
  await wholeOrNothing(target, async (aside) => {
    await mkdir(join(aside, FILES), { mode: 0o700 });
    const snapshot = await openSnapshot(config.database, aside);
    try {
      const source = { read: snapshot, storage, now: clock.now(), isWhole: true };
      for await (const { name, content } of exportEntries(source))
        await pipeline(content, createWriteStream(join(aside, name)));
    } finally {
      snapshot.close();
    }
  });
  return (JSON.parse(await readFile(join(target, MANIFEST), 'utf8')) as ExportManifest).files;
}

/** The order of the rows is that of their keys, and of the fields that of the table. */
export async function* pagesOf(
  read: Read,
  { name, fields, order, where, open }: Kind,
  isWhole: boolean,
): AsyncGenerator<Row[]> {
  const columns = fields.map((field, index) => `"${field.column.name}" as f${index}`);
  const keys = order.map((key) => `"${key}"`).join();
  const select = `select ${[...columns, ...order.map((key, index) => `"${key}" as k${index}`)].join()} from "${name}" where (${isWhole ? where : open})`;
  let after: unknown[] = [];
  for (;;) {
    // Requests come in between pages.
    await nextTurn();
    const beyond = after.length > 0 ? ` and (${keys}) > (${after.map(() => '?').join()})` : '';
    const rows = read.rows(`${select}${beyond} order by ${keys} limit ${PAGE_ROWS}`, after);
    const last = rows.at(-1);
    if (!last) return;
    after = order.map((_, index) => last[`k${index}`]);
    yield rows.map((row) =>
      Object.fromEntries(fields.map((field, index) => [field.name, toJson(field, row[`f${index}`])])),
    );
  }
}

/** The keys of all stored files that the rows cite come in one order. */
export async function* citedKeys(read: Read, isWhole: boolean): AsyncGenerator<string> {
  for await (const page of pagesNamed('profiles', read, isWhole))
    for (const { avatarKey } of page) if (avatarKey) yield* avatarKeys(avatarKey as string);
  for await (const page of pagesNamed('files', read, isWhole))
    for (const row of page) yield* fileKeys(row as unknown as FileRow);
}

function pagesNamed(name: string, read: Read, isWhole: boolean) {
  return pagesOf(read, KINDS.find((kind) => kind.name === name) as Kind, isWhole);
}

async function* inPages<T>(rows: readonly T[]): AsyncGenerator<T[]> {
  for (let start = 0; start < rows.length; start += PAGE_ROWS) {
    await nextTurn();
    yield rows.slice(start, start + PAGE_ROWS);
  }
}

async function* asLines(
  pages: AsyncIterable<readonly unknown[]>,
  done: (figures: { rows: number; sha256: string }) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const page of pages) {
    const text = Buffer.from(page.map((row) => `${JSON.stringify(row)}\n`).join(''));
    hash.update(text);
    rows += page.length;
    yield text;
  }
  done({ rows, sha256: hash.digest('hex') });
}
