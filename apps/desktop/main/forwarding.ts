import { ORIGIN } from './addresses.ts';
import type { CompanionCookies } from './companion-cookies.ts';
import type { SessionKeeper } from './session-keeper.ts';

type ForwarderDeps = {
  server: string;
  session: Pick<SessionKeeper, 'cookie' | 'receive' | 'opened'>;
  companions: CompanionCookies;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  userAgent: string;
};

/** Nothing else of the server can be called. */
const API = '/api/';
const ASKED = [
  'accept',
  'accept-language',
  'content-type',
  'if-none-match',
  'if-range',
  'range',
  'x-request-id',
];
const ANSWERED = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'x-request-id',
];
/** A page of an API answer that is opened can do nothing. */
const POLICY = "default-src 'none'; sandbox";
const WITHOUT_BODY = new Set([204, 205, 304]);

/** The page never sees the session. A missing answer is a network error, as on the web. */
export function createForwarder(deps: ForwarderDeps): (request: Request) => Promise<Response> {
  return async (request) => {
    const origin = request.headers.get('origin');
    if (origin !== null && origin !== ORIGIN) return new Response(null, { status: 403 });
    const { pathname, search } = new URL(request.url);
    const target = new URL(`${pathname}${search}`, deps.server);
    if (target.origin !== deps.server || !target.pathname.startsWith(API))
      return new Response(null, { status: 404 });
    try {
      return await forward(deps, request, target);
    } catch {
      return Response.error();
    }
  };
}

async function forward(deps: ForwarderDeps, request: Request, target: URL): Promise<Response> {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = hasBody ? await request.arrayBuffer() : null;
  await deps.session.opened;
  const asked = deps.session.cookie();
  const answer = await deps.fetch(target.href, {
    method: request.method,
    headers: { ...picked(request.headers, ASKED), ...ownHeaders(deps), ...(await cookieHeader(deps)) },
    ...(body?.byteLength ? { body } : {}),
    // Our cookies are in a header, so Chromium's are left out.
    credentials: 'omit',
    redirect: 'error',
    signal: request.signal,
  });
  await deps.session.receive(answer.headers.getSetCookie(), asked);
  await deps.companions.receive(answer.headers.getSetCookie());
  return new Response(WITHOUT_BODY.has(answer.status) ? null : answer.body, {
    status: answer.status,
    headers: {
      ...picked(answer.headers, ANSWERED),
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
    },
  });
}

/** The origin is the server's own, because it trusts no other. */
export function ownHeaders({
  server,
  session,
  userAgent,
}: Pick<ForwarderDeps, 'server' | 'userAgent'> & { session: Pick<SessionKeeper, 'cookie'> }): Record<
  string,
  string
> {
  const cookie = session.cookie();
  return { origin: server, 'user-agent': userAgent, ...(cookie ? { cookie } : {}) };
}

async function cookieHeader({ session, companions }: ForwarderDeps): Promise<Record<string, string>> {
  const cookies = [session.cookie() ?? [], await companions.pairs()].flat();
  return cookies.length > 0 ? { cookie: cookies.join('; ') } : {};
}

function picked(headers: Headers, names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
