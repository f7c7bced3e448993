import type { Tx } from '../platform/database/db.ts';
import { invalidateCache } from '../platform/database/versioned-cache.ts';
import type { Deps } from '../platform/deps.ts';

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /**
     * The job makes a summary only if there is none. `refresh` also replaces an outdated one that nobody has
     * moderated, and `replaces` the one made at this instant.
     */
    'summary.generate': { sosId: string; refresh?: boolean; replaces?: number };
    /** The resolution of `since`, in milliseconds, was undone. */
    'summary.withdraw': { sosId: string; since: number };
    'sos.changed': { sosId: string };
  }
}

/** The summary follows after this time (docs/specification.md#knowledge-base). */
export const SUMMARY_DELAY_MS = 2000;

export function summaryKey(sosId: string): string {
  return `summary:${sosId}`;
}

/** Requests for one SOS are merged, also into a running job. `delay` is in milliseconds. */
export function enqueueSummary(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  sosId: string,
  { delay = 0, ...wanted }: { delay?: number; refresh?: boolean; replaces?: number } = {},
): Promise<void> {
  const options = { key: summaryKey(sosId), delay, merge: true };
  return jobs.enqueue(tx, 'summary.generate', { sosId, ...wanted }, options);
}

/** A job publishes the card of its SOS, and reads it only after this transaction. */
export async function conversationChanged(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  sosId: string,
): Promise<void> {
  await invalidateCache(tx);
  await jobs.enqueue(tx, 'sos.changed', { sosId }, { key: `sos.changed:${sosId}` });
}
