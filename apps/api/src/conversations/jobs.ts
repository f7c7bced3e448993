import type { Tx } from '../platform/database/db.ts';
import { invalidateCache } from '../platform/database/versioned-cache.ts';
import type { Deps } from '../platform/deps.ts';

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /**
     * Made only if there is none. `refresh`: also replace an outdated one that nobody has moderated. `replaces`: also
     * replace the one made at this instant.
     */
    'summary.generate': { sosId: string; refresh?: boolean; replaces?: number };
    'sos.changed': { sosId: string };
  }
}

/** In milliseconds (docs/specification.md#knowledge-base). */
export const SUMMARY_DELAY_MS = 2000;

export function summaryKey(sosId: string): string {
  return `summary:${sosId}`;
}

/** Requests for one SOS are merged, also into a running job, so that none is lost. `delay` in milliseconds. */
export function enqueueSummary(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  sosId: string,
  { delay = 0, ...wanted }: { delay?: number; refresh?: boolean; replaces?: number } = {},
): Promise<void> {
  const options = { key: summaryKey(sosId), delay, merge: true };
  return jobs.enqueue(tx, 'summary.generate', { sosId, ...wanted }, options);
}

/** A job publishes the card of its SOS, which is read anew from this transaction on. */
export async function conversationChanged(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  sosId: string,
): Promise<void> {
  await invalidateCache(tx);
  await jobs.enqueue(tx, 'sos.changed', { sosId }, { key: `sos.changed:${sosId}` });
}
