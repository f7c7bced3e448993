import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Env } from './http.ts';
import { answerNotFound } from './http-errors.ts';

const WEB = fileURLToPath(new URL('../../../../out/web', import.meta.url));

/** The built web client: hashed assets for ever, everything else checked again, pages for addresses without an extension. */
export function webRoutes() {
  const page = serveStatic<Env>({ root: WEB, path: 'index.html' });
  return new Hono<Env>()
    .use(
      serveStatic<Env>({
        root: WEB,
        onFound: (path, c) => {
          c.header(
            'Cache-Control',
            path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
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
