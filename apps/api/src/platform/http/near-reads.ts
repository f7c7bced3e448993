import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import type { Env } from './http.ts';

const COOKIE = 'guilde.commit';
/**
 * Whether the server answers is a question for the server; and administrators see chats of whose messages nobody tells
 * them.
 */
const SERVER_ONLY = /^\/api\/(health|admin)\b/;
/** Seconds; the instances tell each other within one. */
const KEPT_SECONDS = 10;

/**
 * Reading requests are answered from the replica. Who has written takes the commit number along, for the case that the
 * next request reaches another instance.
 */
export function readNear({ publicUrl, redisUrl }: Config, { near }: Db) {
  const hasOthers = redisUrl !== undefined;
  const secure = publicUrl.startsWith('https:');
  return createMiddleware<Env>(async (c, next) => {
    if (!near || SERVER_ONLY.test(c.req.path)) return next();
    if (c.req.method === 'GET' || c.req.method === 'HEAD')
      return near.run(Number(getCookie(c, COOKIE) ?? 0) || 0, next);
    const before = near.known();
    await next();
    const after = near.known();
    if (after === before) return;
    const { session } = c.var;
    if (session) near.tell([session.id]);
    if (!hasOthers) return;
    const options = { path: '/', maxAge: KEPT_SECONDS, httpOnly: true, sameSite: 'Lax', secure } as const;
    setCookie(c, COOKIE, String(after), options);
  });
}

/** Once the session is known. */
export function seeWhatWasTold({ near }: Db) {
  return createMiddleware<Env>(async (c, next) => {
    const { session } = c.var;
    if (near && session) await near.see(session.id);
    await next();
  });
}
