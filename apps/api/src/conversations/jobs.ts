import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /**
     * Summarise what was said about an SOS, if no summary exists. `refresh`: also when one that nobody has moderated
     * knows less of the conversation. `replaces`: also in the place of the one made at this instant.
     */
    'summary.generate': { sosId: string; refresh?: boolean; replaces?: number };
    /** A conversation changed by itself in a way that its SOS shows. */
    'sos.changed': { sosId: string };
  }
}

/** Milliseconds before the summary of a conversation that fell silent is looked into (docs/specification.md#knowledge-base). */
export const SUMMARY_DELAY_MS = 2000;

/** What names the job of an SOS's summary. */
export function summaryKey(sosId: string): string {
  return `summary:${sosId}`;
}

/**
 * Asks for a summary with the change that calls for it; several requests for one SOS are one job, which also does what
 * is asked for while it is at work: a resolution does not go unnoticed because the summary of a silence is being
 * written. `delay` in ms.
 */
export function enqueueSummary(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  sosId: string,
  { delay = 0, ...wanted }: { delay?: number; refresh?: boolean; replaces?: number } = {},
): Promise<void> {
  const options = { key: summaryKey(sosId), delay, merge: true };
  return jobs.enqueue(tx, 'summary.generate', { sosId, ...wanted }, options);
}

/** Lets those who look at the SOS know that its conversation woke up or fell silent. */
export function conversationChanged(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, sosId: string): Promise<void> {
  return jobs.enqueue(tx, 'sos.changed', { sosId }, { key: `sos.changed:${sosId}` });
}
