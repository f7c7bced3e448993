import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import type { Env } from './http.ts';
import { answerNotFound } from './http-errors.ts';

const WEB = fileURLToPath(new URL('../../../../out/web', import.meta.url));
const ASSETS = '/assets/';

/** What keeps its address when it changes is asked for again each time, and mostly answered « 304 ». */
const revalidated = createMiddleware<Env>((c, next) => {
  const { path } = c.req;
  return path.startsWith(ASSETS) || path.startsWith('/api/') ? next() : tagged(c, next);
});
const tagged = etag();

/**
 * The built web client: hashed assets for ever, everything else checked again, pages for addresses without an
 * extension. Texts lie compressed beside themselves (apps/web/vite.config.ts). Answers of the API are not compressed
 * here: gzip would add 65–135 µs to a feed that costs 200, on the one thread that everybody shares; the reverse proxy
 * does it on another core.
 */
export function webRoutes() {
  const page = serveStatic<Env>({ root: WEB, path: 'index.html', precompressed: true });
  return new Hono<Env>()
    .use(
      revalidated,
      serveStatic<Env>({
        root: WEB,
        precompressed: true,
        onFound: (path, c) => {
          c.header(
            'Cache-Control',
            path.includes(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache',
          );
        },
      }),
    )
    .get('*', async (c, next) => {
      const wantsPage = !/\.[a-z\d]+$/i.test(c.req.path) && !c.req.path.startsWith('/api/');
      if (!wantsPage) return answerNotFound(c);
      c.header('Cache-Control', 'no-cache');
      return page(c, next);
    })
    .all('*', answerNotFound);
}
