import type { ErrorCode } from './errors.ts';
import { CLOSE } from './events.ts';

/** Codes of failed calls: the server's, and the client's own for no answer and for one that cannot be read. */
const TRANSIENT: readonly string[] = [
  'UNREACHABLE',
  'UNREADABLE',
  'UNAVAILABLE',
  'TOO_BUSY',
  'INTERNAL',
  'RATE_LIMITED',
] satisfies (ErrorCode | 'UNREACHABLE' | 'UNREADABLE')[];

/**
 * Whether the same attempt may succeed later although nobody does anything: by the code of a failed call, or the code with
 * which a socket was closed. What is unknown is not tried again, but for a socket.
 */
export function isTransient(code: string | number): boolean {
  return typeof code === 'number' ? code !== CLOSE.signedOut : TRANSIENT.includes(code);
}

/** Before the first, second, third and any later new attempt, in milliseconds (docs/specification.md#realtime). */
export const RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000] as const;
/** By this part at most a delay is longer, so that clients which were cut off together do not return together. */
const JITTER = 0.25;

/** Milliseconds before the next attempt after `failures` (from 0) earlier ones. `random`: from 0 to 1. */
export function retryDelay(failures: number, random: () => number): number {
  return (RETRY_DELAYS_MS[failures] ?? RETRY_DELAYS_MS[3]) * (1 + JITTER * random());
}
