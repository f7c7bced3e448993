import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { etag } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import { encodingFor } from './compression.ts';
import type { Config } from './config.ts';
import type { Env } from './http.ts';
import { answerNotFound } from './http-errors.ts';
import { keptAssets } from './kept-assets.ts';
import { preloadsOf } from './preloads.ts';

const ASSETS = '/assets/';

/** What keeps its address when it changes is asked for again each time, and mostly answered « 304 ». */
const revalidated = createMiddleware<Env>((c, next) => {
  const { path } = c.req;
  return path.startsWith(ASSETS) || path.startsWith('/api/') ? next() : tagged(c, next);
});
const tagged = etag();

/** Hashed assets are kept for ever, everything else is checked again. */
function filesOf(root: string) {
  return serveStatic<Env>({
    root,
    precompressed: true,
    onFound: (path, c) => {
      c.header('Cache-Control', path.includes(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** As `filesOf`, for a folder that the start makes while requests are already answered. */
function onceThere(root: string): MiddlewareHandler<Env> {
  let files: MiddlewareHandler<Env> | null = null;
  return (c, next) => {
    if (!files && existsSync(root)) files = filesOf(root);
    return files ? files(c, next) : next();
  };
}

/** A page's scripts and data, told before the page itself. */
function announced(webDir: string): MiddlewareHandler<Env> {
  const preloads = preloadsOf(webDir);
  return (c, next) => {
    const { path, url } = c.req;
    const asked = { path, hasQuery: url.includes('?'), hasCookie: c.req.header('cookie') !== undefined };
    const link = isPage(path) ? preloads(asked) : undefined;
    if (link) c.header('Link', link);
    return next();
  };
}

/** An address of the client rather than of a file or a call. */
function isPage(path: string): boolean {
  return !/\.[a-z\d]+$/i.test(path) && !path.startsWith('/api/');
}

/** Public pages whose head says more than the file: what is in it is known here only. Compressed once for each content. */
function pagesWithHead(
  webDir: string,
  headOf: (path: string) => Promise<string | null>,
): MiddlewareHandler<Env> {
  const file = join(webDir, 'index.html');
  const kept = new Map<string, { html: string; encoded: Record<'br' | 'gzip', Buffer<ArrayBuffer>> }>();
  return async (c, next) => {
    const head = c.req.method === 'GET' ? await headOf(c.req.path) : null;
    if (head === null || !existsSync(file)) return next();
    const html = readFileSync(file, 'utf8').replace('</head>', () => `  ${head}\n  </head>`);
    let page = kept.get(c.req.path);
    if (page?.html !== html) {
      page = { html, encoded: { br: brotliCompressSync(html), gzip: gzipSync(html) } };
      kept.set(c.req.path, page);
    }
    const encoding = encodingFor(c.req.header('accept-encoding'));
    c.header('Content-Type', 'text/html; charset=utf-8');
    c.header('Cache-Control', 'no-cache');
    c.header('Vary', 'Accept-Encoding');
    if (encoding) c.header('Content-Encoding', encoding);
    return c.body(encoding ? page.encoded[encoding] : html);
  };
}

/**
 * The built web client, its assets of the last day too, pages for addresses without an extension. Texts lie compressed
 * beside themselves (apps/web/vite.config.ts).
 */
export function webRoutes({ webDir, dataDir }: Config, headOf: (path: string) => Promise<string | null>) {
  const page = serveStatic<Env>({ root: webDir, path: 'index.html', precompressed: true });
  const web = new Hono<Env>().use(
    revalidated,
    announced(webDir),
    pagesWithHead(webDir, headOf),
    filesOf(webDir),
  );
  for (const root of Object.values(keptAssets(dataDir))) web.use(`${ASSETS}*`, onceThere(root));
  return web
    .get('*', async (c, next) => {
      const wantsPage = isPage(c.req.path);
      c.header('Cache-Control', wantsPage ? 'no-cache' : 'no-store');
      return wantsPage ? page(c, next) : answerNotFound(c);
    })
    .all('*', answerNotFound);
}
