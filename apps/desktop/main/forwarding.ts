import { answerLimit } from '@guilde/contracts/network-faults.ts';
import { ORIGIN } from './addresses.ts';
import type { CompanionCookies } from './companion-cookies.ts';
import { type NetworkFaults, SilentServer } from './network-faults.ts';
import type { SessionKeeper } from './session-keeper.ts';

type ForwarderDeps = {
  server: string;
  session: Pick<SessionKeeper, 'cookie' | 'receive' | 'opened'>;
  companions: CompanionCookies;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  userAgent: string;
  faults: Pick<NetworkFaults, 'answer' | 'look' | 'stopped'>;
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

/** The page never sees the session. In place of a missing answer it gets one of ours, which says the cause. */
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
    } catch (error) {
      return request.signal.aborted ? Response.error() : deps.faults.answer(error);
    }
  };
}

async function forward(deps: ForwarderDeps, request: Request, target: URL): Promise<Response> {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = hasBody ? await request.arrayBuffer() : null;
  await deps.session.opened;
  const asked = deps.session.cookie();
  const init: RequestInit = {
    method: request.method,
    headers: { ...picked(request.headers, ASKED), ...ownHeaders(deps), ...(await cookieHeader(deps)) },
    ...(body?.byteLength ? { body } : {}),
    // Our cookies are in a header, so Chromium's are left out.
    credentials: 'omit',
    redirect: 'error',
  };
  const limit = answerLimit(target.pathname, body?.byteLength ?? 0);
  const answer = await fetchInTime(deps, target.href, { ...init, signal: request.signal }, limit);
  deps.faults.look(answer);
  await deps.session.receive(answer.headers.getSetCookie(), asked);
  await deps.companions.receive(answer.headers.getSetCookie());
  const given = WITHOUT_BODY.has(answer.status) ? null : answer.body;
  const stopped = () => deps.faults.stopped(request.url);
  return new Response(given && inTime(given, answerLimit(target.pathname, 0), stopped), {
    status: answer.status,
    headers: {
      ...picked(answer.headers, ANSWERED),
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Fails the body when it has no further byte for this time; while nobody reads, none is waited for. */
function inTime(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
  stopped: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        const timer = setTimeout(() => {
          stopped();
          controller.error(new SilentServer());
          reader.cancel().catch(() => undefined);
        }, limit);
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Once the answer has begun, it may take any time as long as bytes come. */
async function fetchInTime(
  { fetch }: Pick<ForwarderDeps, 'fetch'>,
  url: string,
  init: RequestInit & { signal: AbortSignal },
  limit: number,
): Promise<Response> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), limit);
  try {
    return await fetch(url, { ...init, signal: AbortSignal.any([init.signal, silence.signal]) });
  } catch (error) {
    throw silence.signal.aborted ? new SilentServer() : error;
  } finally {
    clearTimeout(timer);
  }
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
