import { createHash } from 'node:crypto';
import { PUSH_SERVICES } from '@guilde/contracts/pushes/rules.ts';
import type { RequestOptions, Urgency } from 'web-push';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import type { Secrets } from '../secrets.ts';
import { retryAfter } from './retry-after.ts';
import { createVapidKeys, type VapidKeys } from './vapid-keys.ts';

/** The allow-list keeps members from making the server call another address. */
const HOSTS = PUSH_SERVICES.flatMap(({ hosts }) => hosts);

const LIMIT_MS = 10_000;
/** A service that does not answer is left alone, because each attempt would take its whole time. */
const AWAY_MS = 30_000;
const RETRY_AFTER_MAX_MS = 24 * 3_600_000;

/** The browser makes it, with keys in base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** The push service keeps a message for `ttlMs`, or until one of the same `topic` comes. */
export type PushOptions = { ttlMs: number; urgency: Urgency; topic: string };

/** `busy` asks to wait for so many milliseconds; `gone` says that the subscription has ended. */
export type PushOutcome =
  | { is: 'accepted' | 'gone' | 'refused' | 'unreachable' }
  | { is: 'busy'; after: number };

export type Push = {
  isAllowed: (endpoint: string) => boolean;
  publicKey: () => Promise<string>;
  /** Never rejects for what a push service does. */
  send: (
    target: PushTarget,
    payload: object,
    options: PushOptions,
    signal?: AbortSignal,
  ) => Promise<PushOutcome>;
};

type PushDeps = { config: Pick<Config, 'push'>; db: Db; clock: Clock; secrets: Secrets };

/** Sends Web Push (RFC 8030, 8291, 8292). `limitMs` is per request. */
export function createPush(deps: PushDeps, limitMs = LIMIT_MS): Push {
  const { config, clock } = deps;
  const keys = createVapidKeys(deps);
  const awayUntil = new Map<string, number>();
  return {
    isAllowed: (endpoint) => isAllowed(endpoint, config.push.testOrigin),
    publicKey: async () => (await keys()).publicKey,
    send: async (target, payload, options, signal) => {
      const { host } = new URL(target.endpoint);
      if (!isAllowed(target.endpoint, config.push.testOrigin)) return { is: 'refused' };
      if ((awayUntil.get(host) ?? 0) > clock.elapsed()) return { is: 'unreachable' };
      const request = await encrypted(await keys(), config.push.subject, target, payload, options);
      if (!request) return { is: 'gone' };
      const outcome = await post(request, limitMs, signal);
      if (outcome.is === 'unreachable' && !signal?.aborted) awayUntil.set(host, clock.elapsed() + AWAY_MS);
      else awayUntil.delete(host);
      return outcome;
    },
  };
}

function isAllowed(endpoint: string, testOrigin: string | undefined): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (testOrigin !== undefined && origin === testOrigin) return true;
  const isKnown = HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return isKnown && protocol === 'https:' && port === '' && username === '' && password === '';
}

type Encrypted = { url: string; headers: Record<string, string>; body: Buffer };

async function encrypted(
  keys: VapidKeys,
  subject: string,
  { endpoint, p256dh, auth }: PushTarget,
  payload: object,
  { ttlMs, urgency, topic }: PushOptions,
): Promise<Encrypted | null> {
  const { default: webPush } = await import('web-push');
  const options: RequestOptions = {
    vapidDetails: { subject, ...keys },
    TTL: Math.max(0, Math.floor(ttlMs / 1000)),
    urgency,
    topic: createHash('sha256').update(topic).digest('base64url').slice(0, 32),
  };
  try {
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      options,
    );
    // Node sets the length itself.
    const { 'Content-Length': _length, ...headers } = details.headers as Record<string, string | number>;
    return {
      url: details.endpoint,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: details.body as Buffer,
    };
  } catch {
    return null;
  }
}

/** A redirection is not followed, because it could lead anywhere. */
async function post(
  { url, headers, body }: Encrypted,
  limitMs: number,
  stop: AbortSignal | undefined,
): Promise<PushOutcome> {
  const limit = AbortSignal.timeout(limitMs);
  const signal = stop ? AbortSignal.any([limit, stop]) : limit;
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal,
    });
    await answer.body?.cancel();
    return outcomeOf(answer);
  } catch {
    return { is: 'unreachable' };
  }
}

function outcomeOf({ status, headers }: Response): PushOutcome {
  if (status >= 200 && status < 300) return { is: 'accepted' };
  if (status === 404 || status === 410) return { is: 'gone' };
  const after = Math.min(retryAfter(headers.get('retry-after')) ?? 0, RETRY_AFTER_MAX_MS);
  if (status === 429) return { is: 'busy', after };
  if (status >= 500) return after > 0 ? { is: 'busy', after } : { is: 'unreachable' };
  return { is: 'refused' };
}
