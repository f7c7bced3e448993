import { AppError } from '@guilde/contracts/errors.ts';
import { FILE_TYPES, type FileSize } from '@guilde/contracts/files/rules.ts';
import type { Context } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, stream } from '../platform/http/http.ts';
import type { ByteRange } from '../platform/services/storage.ts';
import { attachment } from './names.ts';
import { storageKey } from './stored.ts';
import type { FileRow } from './tables.ts';

export const SERVED_FILE = stream(Object.keys(FILE_TYPES));

export type ServedFile = Pick<
  FileRow,
  'id' | 'key' | 'type' | 'kind' | 'name' | 'bytes' | 'storedBytes' | 'readyAt'
>;

const RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * The caller has checked the viewer. A browser revalidates its cache each time, so that nobody sees a file
 * after losing access. Throws NOT_FOUND.
 */
export async function serveFile(
  c: Context<Env>,
  { storage }: Pick<Deps, 'storage'>,
  file: ServedFile | undefined,
  size: FileSize,
): Promise<Response> {
  if (!file?.type || (size === 'preview' && file.kind !== 'picture')) throw new AppError('NOT_FOUND');
  const length = size === 'full' ? file.bytes : file.storedBytes - file.bytes;
  const etag = `"${file.id}-${file.readyAt}-${size}"`;
  const isShown = file.kind !== 'document' && c.req.query('download') === undefined;
  const headers: Record<string, string> = {
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache, no-transform',
    'Content-Disposition': isShown ? 'inline' : attachment(file.name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    ETag: etag,
    Vary: 'Cookie',
    'X-Content-Type-Options': 'nosniff',
  };
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
  const isWhole = c.req.header('if-range') !== undefined && c.req.header('if-range') !== etag;
  const range = isWhole ? null : rangeOf(c.req.header('range'), length);
  if (range === 'none') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${length}` });
  const { first, last } = range ?? { first: 0, last: length - 1 };
  const partial: Record<string, string> = range
    ? { 'Content-Range': `bytes ${first}-${last}/${length}` }
    : {};
  const found = {
    ...headers,
    ...partial,
    'Content-Type': file.type,
    'Content-Length': String(last - first + 1),
  };
  const status = range ? 206 : 200;
  if (c.req.method === 'HEAD') return c.body(null, status, found);
  const body = await storage.read(storageKey(file, size), { first, last });
  if (!body) throw new AppError('NOT_FOUND');
  return c.body(body, status, found);
}

/** Returns null when the whole file is to be sent, as for invalid headers and several ranges. */
function rangeOf(header: string | undefined, length: number): ByteRange | 'none' | null {
  const [, from, to] = RANGE.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  return first > last ? 'none' : { first, last };
}
