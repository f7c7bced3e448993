import { ORIGIN } from './addresses.ts';
import type { CompanionCookies } from './companion-cookies.ts';
import type { SessionKeeper } from './session-keeper.ts';

type ForwarderDeps = {
  /** Origin of the server. */
  server: string;
  session: Pick<SessionKeeper, 'cookie' | 'receive' | 'opened'>;
  companions: CompanionCookies;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  userAgent: string;
};

/** Calls go to the API and nowhere else on the server. */
const API = '/api/';
const ASKED = ['accept', 'accept-language', 'content-type', 'if-none-match', 'x-request-id'];
const ANSWERED = [
  'cache-control',
  'content-disposition',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'x-request-id',
];
/** An answer of the API is data: opened as a page it could do nothing. */
const POLICY = "default-src 'none'; sandbox";
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Carries the page's calls to the server: a few headers each way, the session added here and taken out of the answer, so
 * that the page never sees it. An answer that does not come is a network error in the page, as on the web.
 */
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
    // Chromium's own cookies stay out of it; ours travels as a header.
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

/** What the server learns from every call of the main process. Its own address as origin: it trusts no other. */
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

/** The session and what the server lets this device remember beside it. */
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
