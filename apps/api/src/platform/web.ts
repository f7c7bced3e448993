import { existsSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { etag } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
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

/**
 * The built web client, its assets of the last day too, pages for addresses without an extension. Texts lie compressed
 * beside themselves (apps/web/vite.config.ts).
 */
export function webRoutes({ webDir, dataDir }: Config) {
  const page = serveStatic<Env>({ root: webDir, path: 'index.html', precompressed: true });
  const preloads = preloadsOf(webDir);
  const web = new Hono<Env>().use(revalidated, filesOf(webDir));
  for (const root of Object.values(keptAssets(dataDir))) web.use(`${ASSETS}*`, onceThere(root));
  return web
    .get('*', async (c, next) => {
      const wantsPage = !/\.[a-z\d]+$/i.test(c.req.path) && !c.req.path.startsWith('/api/');
      c.header('Cache-Control', wantsPage ? 'no-cache' : 'no-store');
      if (!wantsPage) return answerNotFound(c);
      const { path, url } = c.req;
      const link = preloads({
        path,
        hasQuery: url.includes('?'),
        hasCookie: c.req.header('cookie') !== undefined,
      });
      if (link) c.header('Link', link);
      return page(c, next);
    })
    .all('*', answerNotFound);
}
