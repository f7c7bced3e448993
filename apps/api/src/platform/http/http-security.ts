import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes, routePath } from 'hono/route';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../observe/log.ts';
import { isRecordingRequests, recordRequest } from '../observe/metrics.ts';
import { bearerOf, clientAddress, type Env, networkOf } from './http.ts';

const BODY_MAX = 64 * 1024;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Logs one line per answer, with the route pattern and never the query or body. */
export function traceRequests(config: Config, log: Log) {
  return createMiddleware<Env>(async (c, next) => {
    c.set('session', null);
    c.set('address', networkOf(clientAddress(c, config.trustedProxies)));
    const start = performance.now();
    await next();
    const isLogged = log.isLevelEnabled('info');
    if (!isLogged && !isRecordingRequests()) return;
    const took = performance.now() - start;
    const { method } = c.req;
    const route = routePath(c);
    const { status } = c.res;
    recordRequest(method, route, status, took);
    const ms = Math.round(took * 10) / 10;
    if (!isLogged) return;
    const { requestId, session, apiKey } = c.var;
    log.info({ requestId, method, route, status, ms, member: session?.id, apiKey }, 'request');
  });
}

/** A route's stricter policy replaces these headers. Clients take the server's time from `Date`. */
export function protectPages({ config, clock }: { config: Config; clock: Clock }) {
  const headers = pageHeaders(config);
  return createMiddleware<Env>(async (c, next) => {
    // Changing the headers of an existing answer would make it half again as slow.
    for (const [name, value] of headers) c.header(name, value);
    c.header('Date', new Date(clock.now()).toUTCString());
    await next();
  });
}

export function pageHeaders(config: Pick<Config, 'publicUrl'>): [string, string][] {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  const headers: [string, string][] = [
    ['Content-Security-Policy', policy.join('; ')],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Origin-Agent-Cluster', '?1'],
    ['Permissions-Policy', 'camera=(), microphone=(self), geolocation=()'],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-DNS-Prefetch-Control', 'off'],
    ['X-Download-Options', 'noopen'],
    ['X-Frame-Options', 'SAMEORIGIN'],
    ['X-Permitted-Cross-Domain-Policies', 'none'],
    ['X-XSS-Protection', '0'],
  ];
  if (config.publicUrl.startsWith('https:'))
    headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']);
  return headers;
}

/**
 * A POST to a path of `byToken` may have any origin: the token in its address alone says what it may do. So may
 * a request with an API key, which no browser adds by itself.
 */
export function refuseForeignOrigins(config: Config, byToken: readonly string[]) {
  return createMiddleware<Env>(async (c, next) => {
    const needsNoCookie = c.req.method === 'POST' && byToken.includes(c.req.path);
    if (needsNoCookie || bearerOf(c) !== null) return next();
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

type Larger = { path: RegExp; maxBytes: number; code: TooLarge };
type TooLarge = 'IMAGE_TOO_HEAVY' | 'BODY_TOO_LARGE';

/** A body may have 64 KiB; an upload may add as much to its own limit. */
export function limitBodies(larger: readonly Larger[]) {
  const uploads = larger.map(({ path, maxBytes, code }) => ({
    path,
    limit: sizeLimit(maxBytes + BODY_MAX, code),
  }));
  const forAll = sizeLimit(BODY_MAX, 'BODY_TOO_LARGE');
  return createMiddleware<Env>((c, next) => {
    const upload = c.req.method === 'PUT' ? uploads.find(({ path }) => path.test(c.req.path)) : undefined;
    return (upload?.limit ?? forAll)(c, next);
  });
}

/** Node reads no more than the announced length, so that only chunked bodies must be counted. */
function sizeLimit(maxSize: number, code: TooLarge) {
  const counted = bodyLimit({ maxSize, onError: () => tooLarge(code) });
  return createMiddleware<Env>((c, next) => {
    if (c.req.header('transfer-encoding')) return counted(c, next);
    if (Number(c.req.header('content-length') ?? 0) > maxSize) tooLarge(code);
    return next();
  });
}

function tooLarge(code: TooLarge): never {
  throw new AppError(code);
}

export const noStore = createMiddleware<Env>(async (c, next) => {
  c.header('Cache-Control', 'no-store');
  await next();
});

/** A body that arrives within this time needs no second session check. */
const TRUSTED_MS = 1000;

/** The route is « METHOD /path », as the router knows it. Throws the refusals of a key. */
export type ViewerOfKey = (key: string, route: string) => Promise<Viewer>;

export function identify(
  viewerOfCookies: (cookies: string | undefined) => Promise<Viewer | null>,
  viewerOfKey: ViewerOfKey,
  clock: Clock,
) {
  return createMiddleware<Env>(async (c, next) => {
    const key = bearerOf(c);
    const ask = () =>
      key === null ? viewerOfCookies(c.req.header('cookie')) : viewerOfKey(key, answeringRoute(c));
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
    const asked = clock.elapsed();
    const viewer = await ask();
    c.set('session', viewer);
    if (key !== null) c.set('apiKey', viewer?.sessionId);
    if (viewer && incoming?.complete === false)
      c.set('recheckViewer', async () => (clock.elapsed() - asked > TRUSTED_MS ? ask() : viewer));
    await next();
  });
}

/** Returns the route that answers: the first that matches with its own method, since guards match all methods. */
function answeringRoute(c: Context<Env>): string {
  const { method } = c.req;
  return `${method} ${matchedRoutes(c).find((route) => route.method === method)?.path ?? ''}`;
}
