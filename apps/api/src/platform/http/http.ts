import { isIPv6 } from 'node:net';
import { AppError, type ErrorCode, refuse } from '@guilde/contracts/errors.ts';
import { fieldErrors } from '@guilde/contracts/validation.ts';
import { denyAdministration, denyCommunity, type Viewer } from '@guilde/contracts/viewer.ts';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { describeRoute, resolver, uniqueSymbol, validator } from 'hono-openapi';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { LimitName, RateLimits } from './rate-limit.ts';

/**
 * What every request carries. `session` is null for a visitor; `address` is the network that limits count (`networkOf`).
 * `askAgain` finds out anew who is asking; it is there while a signed-in person's body is still coming.
 */
export type Env = {
  Variables: {
    requestId: string;
    session: Viewer | null;
    address: string;
    askAgain?: () => Promise<Viewer | null>;
  };
};

/** The signed-in person; refuses visitors, so that no handler runs without one by mistake. */
export function viewerOf(c: Context<Env>): Viewer {
  const viewer = c.get('session');
  if (!viewer) throw new AppError('UNAUTHENTICATED');
  return viewer;
}

/** Where a request comes from, for the security log: the network that limits count, and the request's id. */
export type Source = { address: string; requestId: string };

export function sourceOf(c: Context<Env>): Source {
  return { address: c.get('address'), requestId: c.get('requestId') };
}

/** What the OpenAPI document reads: a list, so that those of a guard and of its routes add up. */
const declares = (refusals: readonly ErrorCode[]) => ({ 'x-refusals': refusals });

/** A guard; the codes are declared for every route behind it. */
function refusing(codes: readonly ErrorCode[], guard: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  return Object.assign(guard, { [uniqueSymbol]: { spec: declares(codes) } });
}

/** For anybody signed in, profile complete or not: the account and the wizard. */
export const signedInOnly = refusing(['UNAUTHENTICATED'], async (c, next) => {
  viewerOf(c);
  await next();
});

/** For members whose profile is complete: the community. */
export const membersOnly = refusing(['UNAUTHENTICATED', 'PROFILE_INCOMPLETE'], async (c, next) => {
  refuse(denyCommunity(viewerOf(c)));
  await next();
});

/** For administrators whose profile is complete. */
export const adminsOnly = refusing(
  ['UNAUTHENTICATED', 'PROFILE_INCOMPLETE', 'ADMIN_ONLY'],
  async (c, next) => {
    const viewer = viewerOf(c);
    refuse(denyCommunity(viewer) ?? denyAdministration(viewer));
    await next();
  },
);

/** Whether how the service is built and how it is may be told: in production to administrators, elsewhere to everybody. */
export function mayLookInside(c: Context<Env>, { production }: Pick<Config, 'production'>): boolean {
  const viewer = c.get('session');
  return !production || (viewer !== null && (denyCommunity(viewer) ?? denyAdministration(viewer)) === null);
}

/**
 * Whoever sends a body decides when its last byte comes: minutes after it was found out who is asking. Refuses those who
 * were signed out or suspended, or lost their role, in between.
 */
export async function stillSignedIn(c: Context<Env>): Promise<void> {
  const askAgain = c.get('askAgain');
  if (askAgain && (await askAgain())?.role !== viewerOf(c).role) throw new AppError('UNAUTHENTICATED');
}

/** A JSON body checked against its schema; every invalid field is reported, in French. */
export function body<S extends z.ZodType>(schema: S) {
  return validator('json', schema, async (result, c: Context) => {
    if (!result.success) throw new AppError('INVALID_INPUT', {}, fieldErrors(result.error));
    await stillSignedIn(c);
  });
}

/** Query parameters checked against their schema. */
export function query<S extends z.ZodType>(schema: S) {
  return validator('query', schema, (result) => {
    if (!result.success) throw new AppError('INVALID_INPUT', {}, fieldErrors(result.error));
  });
}

/** Path parameters; one that cannot name anything is not found. */
export function params<S extends z.ZodType>(schema: S) {
  return validator('param', schema, (result) => {
    if (!result.success) throw new AppError('NOT_FOUND');
  });
}

/** Counts the request against a limit per signed-in member. */
export function limitMember(limits: RateLimits, name: LimitName) {
  return createMiddleware<Env>(async (c, next) => {
    await limits.consume(name, viewerOf(c).id);
    await next();
  });
}

/** Counts the request against a limit per network address. */
export function limitAddress(limits: RateLimits, name: LimitName) {
  return createMiddleware<Env>(async (c, next) => {
    await limits.consume(name, c.get('address'));
    await next();
  });
}

/** What an answer may be besides JSON of a schema, by its status. */
type Responses = Record<number, { description: string; content?: Record<string, object> }>;

export const REDIRECTION: Responses = { 302: { description: 'A redirection' } };
export const WEB_SOCKET: Responses = { 101: { description: 'A WebSocket' } };

/** The bytes of a file of this media type. */
export function file(type: string): Responses {
  return { 200: { description: type, content: { [type]: {} } } };
}

/** JSON of a schema. */
export function json(schema: z.ZodType, status = 200): Responses {
  return { [status]: { description: '', content: { 'application/json': { schema: resolver(schema) } } } };
}

/**
 * A route's entry in the OpenAPI document: what it does, what it answers, and the codes with which its verb refuses. Those of
 * guards, limits and inputs are known from them.
 */
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

/** True when somebody at this very machine asks, under a loopback name and through no proxy. */
export function isLocalRequest(c: Context): boolean {
  const name = new URL(c.req.url).hostname;
  const direct = c.req.header('x-forwarded-for') === undefined;
  return direct && LOOPBACK_NAMES.has(name) && LOOPBACK_ADDRESS.test(clientAddress(c, 0));
}

/** The address a request comes from; entries of our own reverse proxies are believed, nobody else's. */
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

/** As some proxies write an address: « 203.0.113.9:4711 », « [2001:db8::1]:4711 ». */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/**
 * What limits count for an address: itself, or the /64 of an IPv6 address, which is one customer's: whoever has one
 * address of it has them all. An IPv4 address in IPv6 clothes (`::ffff:…`) is that address. A port counts for nothing:
 * each connection has another one.
 */
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

/** 32 bits as an IPv4 address is written. */
function dotted(bits: number): string {
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}
