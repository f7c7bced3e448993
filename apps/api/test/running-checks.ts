/** The servers in this process add their checks; check-pages.ts runs them after each test. */
export const runningChecks = new Set<() => Promise<void>>();
