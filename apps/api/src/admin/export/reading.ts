import { createHash } from 'node:crypto';
import { createReadStream, lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_MAX_BYTES } from '@guilde/contracts/files/rules.ts';
import { z } from 'zod';
import { BackupError, MANIFEST } from '../../platform/database/backup.ts';
import { KINDS } from './kinds.ts';

export const FORMAT = 1;
export const STORED = 'stored';
export const FILES = 'files';
export const fileOf = (kind: string) => `${kind}.ndjson`;
const MANIFEST_MAX = 1024 * 1024;
const LINE_MAX = 4 * 1024 * 1024;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const NAMES = new Set([...KINDS.map(({ name }) => name), STORED].map(fileOf));

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  guilde: z.string().max(40),
  madeAt: z.iso.datetime(),
  isWhole: z.boolean(),
  files: z.record(
    z.string().refine((name) => NAMES.has(name)),
    z.strictObject({ rows: z.int().min(0), sha256 }),
  ),
});

export const storedSchema = z.strictObject({
  key: z.string().max(200),
  bytes: z.int().min(1).max(FILE_MAX_BYTES),
  sha256,
});

export type ExportManifest = z.infer<typeof manifestSchema>;
export type StoredLine = z.infer<typeof storedSchema>;
type Refuse = (reason: string) => BackupError;
type Line = { value: unknown; refuse: Refuse };

/** @throws BackupError */
export async function readManifest(source: string): Promise<ExportManifest> {
  if (lstatSync(source, { throwIfNoEntry: false })?.isFile())
    throw new BackupError(`${source} n’est pas un dossier\u00a0: décompresse l’export d’abord.`);
  const text = await readFile(plainFile(join(source, MANIFEST), MANIFEST_MAX), 'utf8').catch(() => null);
  const known = text === null ? null : parsed(text);
  const { format } = (known ?? {}) as { format?: unknown };
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupError(
      'Cet export vient d’une version plus récente de Guilde\u00a0: installe-la d’abord.',
    );
  const { data, error } = manifestSchema.safeParse(known);
  if (error) throw new BackupError(`${source} n’est pas un export de Guilde.`);
  const needed = KINDS.filter(({ isClosed }) => data.isWhole || !isClosed).map(({ name }) => name);
  const missing = [...needed, STORED].map(fileOf).find((name) => !Object.hasOwn(data.files, name));
  if (missing) throw new BackupError(`L’export n’est pas complet\u00a0: il manque ${missing}.`);
  return data;
}

/** The last line comes before the hash is compared; nothing is used until all has been read. */
export async function* linesOf(
  source: string,
  name: string,
  { files }: ExportManifest,
): AsyncGenerator<Line, void> {
  const announced = files[name];
  const hash = createHash('sha256');
  let [number, rest] = [0, Buffer.alloc(0)];
  const refuse: Refuse = (reason) => new BackupError(`${name}, ligne ${number}\u00a0: ${reason}`);
  const line = (bytes: Uint8Array): Line => {
    number++;
    const value = parsed(new TextDecoder().decode(bytes));
    if (value === undefined) throw refuse('ce n’est pas du JSON');
    return { value, refuse };
  };
  for await (const chunk of createReadStream(plainFile(join(source, name))) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield line(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
    if (rest.length > LINE_MAX) throw new BackupError(`${name}\u00a0: une ligne est trop longue.`);
  }
  if (rest.length > 0 || number !== announced?.rows || hash.digest('hex') !== announced.sha256)
    throw new BackupError(`${name} a été modifié depuis l’export\u00a0: prends-en un autre.`);
}

export async function storedBytes(source: string, line: StoredLine, refuse: Refuse): Promise<Uint8Array> {
  const bytes = await readFile(plainFile(join(source, FILES, line.sha256), FILE_MAX_BYTES));
  if (bytes.length === line.bytes && createHash('sha256').update(bytes).digest('hex') === line.sha256)
    return bytes;
  throw refuse('le fichier a été modifié depuis l’export');
}

/** A link could lead out of the folder. @throws BackupError */
function plainFile(path: string, maxBytes = Number.POSITIVE_INFINITY): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw new BackupError(`Il manque ${path} dans l’export.`);
  if (stat.size > maxBytes) throw new BackupError(`${path} est trop grand.`);
  return path;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
