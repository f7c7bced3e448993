/** Of the servers that run in this process; check-pages.ts runs them after each test. */
export const runningChecks = new Set<() => Promise<void>>();
