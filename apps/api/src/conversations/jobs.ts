import type { Tx } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';

declare module '../platform/jobs.ts' {
  interface JobPayloads {
    /** Summarise what was said about an SOS, if no summary exists. */
    'summary.generate': { sosId: string };
    /** A conversation changed by itself in a way that its SOS shows. */
    'sos.changed': { sosId: string };
  }
}

/** Milliseconds before the summary of a conversation that fell silent is looked into (specification, section 4). */
export const SUMMARY_DELAY_MS = 2000;

/** Asks for a summary with the change that calls for it; several waiting requests for one SOS are one. `delay` in ms. */
export function requestSummary(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  sosId: string,
  delay = 0,
): Promise<void> {
  return jobs.enqueue(tx, 'summary.generate', { sosId }, { key: `summary:${sosId}`, delay });
}

/** Lets those who look at the SOS know that its conversation woke up or fell silent. */
export function conversationChanged(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, sosId: string): Promise<void> {
  return jobs.enqueue(tx, 'sos.changed', { sosId }, { key: `sos.changed:${sosId}` });
}
