import { randomUUID } from 'node:crypto';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import type { Config } from './config.ts';
import { clientAddress, type Env } from './http.ts';
import type { Log } from './log.ts';

const BODY_MAX = 64 * 1024;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const REQUEST_ID = /^[\w-]{8,64}$/;

/** Gives the request its id and address, and writes one line when it is answered: route patterns, never queries or bodies. */
export function traceRequests(config: Config, log: Log) {
  return createMiddleware<Env>(async (c, next) => {
    const inbound = c.req.header('x-request-id') ?? '';
    const requestId = REQUEST_ID.test(inbound) ? inbound : randomUUID();
    c.set('requestId', requestId);
    c.set('session', null);
    c.set('address', clientAddress(c, config.trustedProxies));
    c.header('X-Request-Id', requestId);
    const start = performance.now();
    await next();
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? '/*';
    log.info(
      { requestId, method: c.req.method, route, status: c.res.status, ms, member: c.get('session')?.id },
      'request',
    );
  });
}

/** Security headers of every answer; scripts come from our own files only. A route's own, stricter policy stands. */
export function protectPages(config: Config) {
  const headers = pageHeaders(config);
  return createMiddleware<Env>(async (c, next) => {
    let own: string | null = null;
    await headers(c, async () => {
      await next();
      own = c.res.headers.get('Content-Security-Policy');
    });
    if (own) c.header('Content-Security-Policy', own);
  });
}

function pageHeaders(config: Config) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'same-origin',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
    strictTransportSecurity: config.publicUrl.startsWith('https:')
      ? 'max-age=31536000; includeSubDomains'
      : false,
  });
}

/** Refuses changes that another site's page asks for: browsers say where a request comes from. */
export function refuseForeignOrigins(config: Config) {
  return createMiddleware<Env>(async (c, next) => {
    const isUpgrade = c.req.header('upgrade')?.toLowerCase() === 'websocket';
    if (!SAFE_METHODS.has(c.req.method) || isUpgrade) {
      const origin = c.req.header('origin');
      const foreign = origin
        ? !config.isTrustedOrigin(origin)
        : c.req.header('sec-fetch-site') === 'cross-site';
      if (foreign) throw new AppError('FOREIGN_ORIGIN');
    }
    await next();
  });
}

/** Refuses bodies above 64 KiB; the one route that takes files has room for a picture and its envelope. */
export function limitBodies(filePath: string, fileMax: number) {
  const forFiles = bodyLimit({ maxSize: fileMax + BODY_MAX, onError: () => tooLarge('AVATAR_TOO_LARGE') });
  const forAll = bodyLimit({ maxSize: BODY_MAX, onError: () => tooLarge('BODY_TOO_LARGE') });
  return createMiddleware<Env>((c, next) => (c.req.path === filePath ? forFiles(c, next) : forAll(c, next)));
}

function tooLarge(code: 'AVATAR_TOO_LARGE' | 'BODY_TOO_LARGE'): never {
  throw new AppError(code);
}

/** Answers of the API are about one person: no cache keeps them, unless a route says otherwise. */
export const keepNothing = createMiddleware<Env>(async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
});

/** Finds out who is asking, from the session cookie alone. */
export function identify(viewerOfCookies: (cookies: string | undefined) => Promise<Viewer | null>) {
  return createMiddleware<Env>(async (c, next) => {
    c.set('session', await viewerOfCookies(c.req.header('cookie')));
    await next();
  });
}
