import type { ErrorCode } from './errors.ts';
import { CLOSE } from './live/protocol.ts';

/** The client has codes of its own for no answer and for an unreadable one. */
const TRANSIENT: readonly string[] = [
  'UNREACHABLE',
  'UNREADABLE',
  'UNAVAILABLE',
  'TOO_BUSY',
  'INTERNAL',
  'RATE_LIMITED',
] satisfies (ErrorCode | 'UNREACHABLE' | 'UNREADABLE')[];

/** Takes the code of a failed call or of a closed socket. */
export function isTransient(code: string | number): boolean {
  return typeof code === 'number' ? code !== CLOSE.signedOut : TRANSIENT.includes(code);
}

/** See docs/specification.md#realtime. */
export const RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000] as const;
/** Clients that were cut off together do not return together. */
const JITTER = 0.25;

/** The delay is in milliseconds. `failures` counts earlier ones from 0; `random` gives 0 to 1. */
export function retryDelay(failures: number, random: () => number): number {
  return (RETRY_DELAYS_MS[failures] ?? RETRY_DELAYS_MS[3]) * (1 + JITTER * random());
}
