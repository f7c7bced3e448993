import type { Counter, Limit, Throttle } from '../platform/http/rate-limit.ts';

/**
 * `device` limits are out of strangers' reach
 * (docs/security.md#attempts-and-why-nobody-can-lock-a-member-out).
 */
type Attempts = { address: Limit; attempt: Limit; device: Limit };

export const SIGN_IN = {
  address: { name: 'sign-in:address', points: 120, seconds: 60 },
  attempt: { name: 'sign-in:attempt', points: 10, seconds: 600 },
  device: { name: 'sign-in:device', points: 10, seconds: 600 },
  account: { name: 'sign-in:account', seconds: 600, free: 20, step: 100, slowest: 1500, waitingMax: 10 },
} as const satisfies Attempts & { account: Throttle };

export const CODES = {
  address: { name: 'code:address', points: 40, seconds: 600 },
  attempt: { name: 'code:attempt', points: 5, seconds: 600 },
  device: { name: 'code:device', points: 5, seconds: 600 },
  account: { name: 'code:account', seconds: 86_400, free: 10, step: 5000, slowest: 25_000, waitingMax: 2 },
} as const satisfies Attempts & { account: Throttle };

/** The links reset a password or confirm an address. */
const LINKS_OF_ADDRESS: Limit = { name: 'reset:address', points: 30, seconds: 600 };

export const LINKS = {
  reset: {
    address: LINKS_OF_ADDRESS,
    attempt: { name: 'reset:attempt', points: 5, seconds: 3600 },
    device: { name: 'reset:device', points: 5, seconds: 3600 },
  },
  confirmation: {
    address: LINKS_OF_ADDRESS,
    attempt: { name: 'confirmation:attempt', points: 5, seconds: 3600 },
    device: { name: 'confirmation:device', points: 5, seconds: 3600 },
  },
} as const satisfies Record<string, Attempts>;

export const LINKS_OF_ACCOUNT: Counter = { name: 'links:account', seconds: 3600 };

/** Callers have given the first proof. `own` is by known device or session, others by account. */
export const SECOND_FACTOR = {
  own: { name: 'second-factor:own', points: 20, seconds: 86_400 },
  account: { name: 'second-factor:account', points: 20, seconds: 86_400 },
  recovery: { name: 'second-factor:recovery', points: 10, seconds: 3600 },
} as const satisfies Record<string, Limit>;

/** The limit is per session, out of reach of strangers and other devices. */
export const PASSWORD_CHANGES: Limit = { name: 'password-change:session', points: 10, seconds: 600 };

/** Every visit of the sign-in page requests a challenge. */
export const PASSKEY_REQUESTS: Limit = { name: 'passkey:address', points: 240, seconds: 60 };

export const PASSKEY_CHANGES: Limit = { name: 'passkey-change:member', points: 30, seconds: 600 };
