import { isIPv6 } from 'node:net';
import { AppError, type ErrorCode, refuseIf } from '@guilde/contracts/errors.ts';
import { fieldErrors } from '@guilde/contracts/validation.ts';
import {
  denyAdministration,
  denyBackOffice,
  denyCommunity,
  denyGraveAct,
  denyPrivateReading,
  type Viewer,
} from '@guilde/contracts/viewer.ts';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { describeRoute, resolver, uniqueSymbol, validator } from 'hono-openapi';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Limit, RateLimits } from './rate-limit.ts';

/**
 * `session` is null for a visitor; limits count `address` (`networkOf`). `recheckViewer` repeats the session
 * check, while a signed-in member's body is still arriving.
 */
export type Env = {
  Variables: {
    requestId: string;
    session: Viewer | null;
    address: string;
    recheckViewer?: () => Promise<Viewer | null>;
    /** This is the id of the API key, if the request came with one. */
    apiKey?: string;
  };
};

export function viewerOf(c: Context<Env>): Viewer {
  const viewer = c.get('session');
  if (!viewer) throw new AppError('UNAUTHENTICATED');
  return viewer;
}

const BEARER = /^bearer(?: +|$)/i;

/** Returns the API key of a request; a request with one is never identified by its cookies. */
export function bearerOf(c: Context): string | null {
  const header = c.req.header('authorization') ?? '';
  return BEARER.test(header) ? header.replace(BEARER, '') : null;
}

export type Source = { address: string; requestId: string };

export function sourceOf(c: Context<Env>): Source {
  return { address: c.get('address'), requestId: c.get('requestId') };
}

/** The OpenAPI document adds up the lists of a guard and its routes. */
const declares = (refusals: readonly ErrorCode[]) => ({ 'x-refusals': refusals });

/** The codes are declared for every route behind the guard. */
export function refusing(codes: readonly ErrorCode[], guard: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  return Object.assign(guard, { [uniqueSymbol]: { spec: declares(codes) } });
}

export const signedInOnly = refusing(['UNAUTHENTICATED'], async (c, next) => {
  viewerOf(c);
  await next();
});

const MEMBER_REFUSALS = ['UNAUTHENTICATED', 'PROFILE_INCOMPLETE', 'TERMS_NOT_ACCEPTED'] as const;

export const membersOnly = refusing(MEMBER_REFUSALS, async (c, next) => {
  refuseIf(denyCommunity(viewerOf(c)));
  await next();
});

/** Moderators and administrators need a second factor. */
export const teamOnly = refusing(
  [...MEMBER_REFUSALS, 'TEAM_ONLY', 'SECOND_FACTOR_REQUIRED'],
  async (c, next) => {
    const viewer = viewerOf(c);
    refuseIf(denyCommunity(viewer) ?? denyBackOffice(viewer));
    await next();
  },
);

/** This guard follows `teamOnly`, which asks for the second factor. */
export const adminsOnly = refusing(['ADMIN_ONLY'], async (c, next) => {
  refuseIf(denyAdministration(viewerOf(c)));
  await next();
});

/** This guard follows `teamOnly`, and asks for the second factor again before a grave act. */
export function recentProofOnly({ now }: Clock): MiddlewareHandler<Env> {
  return refusing(['PROOF_REQUIRED'], async (c, next) => {
    refuseIf(denyGraveAct(viewerOf(c), now()));
    await next();
  });
}

/** This guard follows `teamOnly`, and asks for the second factor once a working session before private data is read. */
export function readingProofOnly({ now }: Clock): MiddlewareHandler<Env> {
  return refusing(['PROOF_REQUIRED'], async (c, next) => {
    refuseIf(denyPrivateReading(viewerOf(c), now()));
    await next();
  });
}

export function maySeeInternals(c: Context<Env>, { production }: Pick<Config, 'production'>): boolean {
  const viewer = c.get('session');
  return (
    !production ||
    (viewer !== null &&
      (denyCommunity(viewer) ?? denyAdministration(viewer) ?? denyBackOffice(viewer)) === null)
  );
}

/** A body may arrive minutes after its sender was identified. @throws UNAUTHENTICATED */
export async function recheckSession(c: Context<Env>): Promise<void> {
  const recheckViewer = c.get('recheckViewer');
  if (recheckViewer && (await recheckViewer())?.role !== viewerOf(c).role)
    throw new AppError('UNAUTHENTICATED');
}

export function body<S extends z.ZodType>(schema: S) {
  return validator('json', schema, async (result, c: Context) => {
    if (!result.success) throw new AppError('INVALID_INPUT', {}, fieldErrors(result.error));
    await recheckSession(c);
  });
}

export function query<S extends z.ZodType>(schema: S) {
  return validator('query', schema, (result) => {
    if (!result.success) throw new AppError('INVALID_INPUT', {}, fieldErrors(result.error));
  });
}

export function params<S extends z.ZodType>(schema: S) {
  return validator('param', schema, (result) => {
    if (!result.success) throw new AppError('NOT_FOUND');
  });
}

/** Says in the form of draft-ietf-httpapi-ratelimit-headers-11 what is left of the limit. */
async function consume(c: Context<Env>, limits: RateLimits, limit: Limit, key: string): Promise<void> {
  const { name, points, seconds } = limit;
  await limits.consume(limit, key, (left, reset) => {
    c.header('RateLimit-Policy', `"${name}";q=${points};w=${seconds}`, { append: true });
    c.header('RateLimit', `"${name}";r=${left};t=${reset}`, { append: true });
  });
}

export function limitMember(limits: RateLimits, limit: Limit) {
  return createMiddleware<Env>(async (c, next) => {
    await consume(c, limits, limit, viewerOf(c).id);
    await next();
  });
}

export function limitAddress(limits: RateLimits, limit: Limit) {
  return createMiddleware<Env>(async (c, next) => {
    await consume(c, limits, limit, c.get('address'));
    await next();
  });
}

type Responses = Record<number, { description: string; content?: Record<string, object> }>;

export const REDIRECTION: Responses = { 302: { description: 'A redirection' } };

export function file(...types: readonly string[]): Responses {
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  return { 200: { description: types.join(', '), content } };
}

export function answerCsv(c: Context<Env>, csv: string, name: string) {
  return c.body(csv, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}

/** Files are streamed, in ranges too; a browser asks each time whether its copy is current. */
export function stream(types: readonly string[]): Responses {
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  return {
    200: { description: 'The whole', content },
    206: { description: 'A range', content },
    304: { description: 'As it was' },
    416: { description: 'No such range' },
  };
}

export function json(schema: z.ZodType, status = 200): Responses {
  return { [status]: { description: '', content: { 'application/json': { schema: resolver(schema) } } } };
}

/** Makes a route's entry in the OpenAPI document. `refusals` are the codes of its verb alone. */
export function describe(
  summary: string,
  answer: z.ZodType | Responses,
  refusals: readonly ErrorCode[] = [],
) {
  const responses = answer instanceof z.ZodType ? json(answer) : answer;
  return describeRoute({ summary, responses, ...declares(refusals) });
}

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A local request comes from this machine, under a loopback name and without a proxy. */
export function isLocalRequest(c: Context): boolean {
  const name = new URL(c.req.url).hostname;
  const direct = c.req.header('x-forwarded-for') === undefined;
  return direct && LOOPBACK_NAMES.has(name) && LOOPBACK_ADDRESS.test(clientAddress(c, 0));
}

/** Only entries of our own reverse proxies are believed. */
export function clientAddress(c: Context, trustedProxies: number): string {
  const socket = () => {
    try {
      return getConnInfo(c).remote.address ?? 'unknown';
    } catch {
      return 'in-process';
    }
  };
  if (trustedProxies === 0) return socket();
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim());
  return forwarded.at(-trustedProxies) || socket();
}

/** Some proxies write « 203.0.113.9:4711 » or « [2001:db8::1]:4711 ». */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/** Returns an IPv4 address, or the /64 of an IPv6 address, because one customer has all of it. */
export function networkOf(given: string): string {
  const [, bracketed, plain] = WITH_PORT.exec(given) ?? [];
  const address = bracketed ?? plain ?? given;
  if (!address.includes(':') || !isIPv6(address)) return address;
  const canonical = new URL(`http://[${address.replace(/%.*/s, '')}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical) ?? [];
  if (high && low) return dotted(Number.parseInt(high, 16) * 0x10000 + Number.parseInt(low, 16));
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

function dotted(bits: number): string {
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}
