import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { createMiddleware } from 'hono/factory';
import type { Config } from '../config.ts';
import type { Env } from './http.ts';

/** Smaller answers fit into about one packet. */
const COMPRESS_MIN_BYTES = 1024;
/** Smaller bodies compress cheaper in this thread than in another: a feed of 13 kB takes 30 µs of brotli. */
const SYNC_MAX_BYTES = 65_536;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const GZIP = { level: constants.Z_BEST_SPEED, memLevel: 6, windowBits: 13 };
const later = { br: promisify(brotliCompress), gzip: promisify(gzip) };

type Encoding = keyof typeof later;

export function encodingFor(accepted: string | undefined): Encoding | null {
  const names = accepted?.split(',').map((name) => name.trim().split(';')[0]) ?? [];
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding)) ?? null;
}

async function compress(encoding: Encoding, plain: ArrayBuffer): Promise<Buffer<ArrayBuffer>> {
  const isSmall = plain.byteLength <= SYNC_MAX_BYTES;
  if (encoding === 'br') return isSmall ? brotliCompressSync(plain, BROTLI) : later.br(plain, BROTLI);
  return isSmall ? gzipSync(plain, GZIP) : later.gzip(plain, GZIP);
}

/** Only JSON for our own pages is compressed (docs/security.md#compressed-answers). */
export function compressAnswers({ compression }: Pick<Config, 'compression'>) {
  return createMiddleware<Env>(async (c, next) => {
    await next();
    const { req } = c;
    if (!compression || req.method !== 'GET' || req.header('upgrade')) return;
    const encoding = encodingFor(req.header('accept-encoding'));
    if (!encoding || req.header('sec-fetch-site') !== 'same-origin') return;
    const { headers, status } = c.res;
    if (!headers.get('content-type')?.startsWith('application/json')) return;
    const plain = await c.res.arrayBuffer();
    const isLargeEnough = plain.byteLength >= COMPRESS_MIN_BYTES;
    c.res = new Response(isLargeEnough ? await compress(encoding, plain) : plain, { status, headers });
    c.res.headers.delete('content-length');
    if (isLargeEnough) c.res.headers.set('Content-Encoding', encoding);
    c.res.headers.append('Vary', 'Accept-Encoding, Sec-Fetch-Site');
  });
}
