import { AppError } from '@guilde/contracts/errors.ts';
import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { hashToken } from './secrets.ts';

/** What is limited: attempts (`points`) in a window (`seconds`), by address, person or e-mail as the name says. */
const LIMITS = {
  'sign-in:address': { points: 120, seconds: 60 },
  /** By address and e-mail together, so that nobody can lock out somebody else; the wider one stops a botnet. */
  'sign-in:attempt': { points: 10, seconds: 600 },
  'sign-in:email': { points: 200, seconds: 600 },
  'sign-up:address': { points: 60, seconds: 3600 },
  'code:address': { points: 40, seconds: 600 },
  'code:email': { points: 5, seconds: 600 },
  'code-check:email': { points: 10, seconds: 600 },
  'reset:address': { points: 30, seconds: 600 },
  'reset:email': { points: 5, seconds: 3600 },
  'confirmation:email': { points: 5, seconds: 3600 },
  'invitation-lookup:address': { points: 120, seconds: 600 },
  'invitations:member': { points: 100, seconds: 3600 },
  'avatar:member': { points: 20, seconds: 3600 },
  'profile:member': { points: 120, seconds: 600 },
  'settings:member': { points: 240, seconds: 600 },
  /** Wide: mail providers ask for many of their users. */
  'unsubscribe:address': { points: 600, seconds: 600 },
  'sos:member': { points: 10, seconds: 3600 },
  'sos-act:member': { points: 120, seconds: 600 },
  'messages:member': { points: 90, seconds: 60 },
  /** Twenty windows that come back after each of the first breaks. */
  'sockets:member': { points: 120, seconds: 60 },
  /** Counted in each process too (hearing.ts). */
  'frames:member': { points: 400, seconds: 25 },
  'admin-act:member': { points: 600, seconds: 600 },
  'reports:member': { points: 10, seconds: 3600 },
  'contact:address': { points: 10, seconds: 3600 },
  'contact:member': { points: 10, seconds: 3600 },
  /** Acknowledgements to one address, whoever typed it: nobody can have somebody else's mailbox filled. */
  'contact-acknowledgement:email': { points: 2, seconds: 86_400 },
  /** Messages mailed to the administrators, whoever wrote them; those beyond wait in the back office. */
  'contact-mails:all': { points: 60, seconds: 3600 },
  /** Asked for at every pause while an SOS is being written. */
  'suggestions:member': { points: 120, seconds: 60 },
  'suggestion-openings:member': { points: 60, seconds: 600 },
  'account:member': { points: 10, seconds: 600 },
  'request:address': { points: 3000, seconds: 60 },
} as const;

export type LimitName = keyof typeof LIMITS;

export type RateLimits = {
  /** Counts one attempt of `key`; throws `RATE_LIMITED` with the seconds to wait once they are used up. */
  consume: (name: LimitName, key: string) => Promise<void>;
  /** Forgets the attempts of `key`, for example those of an address that has just signed in. */
  forgive: (name: LimitName, key: string) => Promise<void>;
};

type Shared = { redis: Redis; prefix: string };

/**
 * Limits counted in this process or, with `shared`, in Redis for all instances together; while Redis is away each
 * instance counts for itself. `enabled: false` is for load measurements only.
 */
export function createRateLimits(enabled: boolean, shared: Shared | null = null): RateLimits {
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, limit]) => [name, createLimiter(name, limit, shared)]),
  );
  return {
    consume: async (name, key) => {
      if (!enabled) return;
      try {
        await limiters.get(name)?.consume(shared ? hashToken(key) : key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError('RATE_LIMITED', { seconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
      }
    },
    forgive: async (name, key) => {
      await limiters.get(name)?.delete(shared ? hashToken(key) : key);
    },
  };
}

/** Keys are addresses of people and machines: Redis is given their hashes only. */
function createLimiter(
  name: string,
  { points, seconds }: { points: number; seconds: number },
  shared: Shared | null,
): RateLimiterAbstract {
  const own = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  if (!shared) return own;
  return new RateLimiterRedis({
    storeClient: shared.redis,
    keyPrefix: `${shared.prefix}:${name}`,
    points,
    duration: seconds,
    insuranceLimiter: own,
    rejectIfRedisNotReady: true,
  });
}
