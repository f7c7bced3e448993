/** Months and years are those of the calendar, in UTC. */
export type Period = { hours: number } | { days: number } | { months: number } | { years: number };

/** Everything that ends by itself, also sessions and cookies, does so after one of these periods. */
export const PERIODS = {
  sessions: { days: 30 },
  codes: { days: 1 },
  emailChanges: { days: 7 },
  knownDevices: { days: 180 },
  securityLog: { months: 12 },
  unusedAccounts: { years: 3 },
  notices: { days: 90 },
  announcements: { years: 1 },
  incidents: { years: 1 },
  events: { years: 1 },
  deals: { years: 3 },
  dealInterests: { months: 6 },
  dealProofs: { days: 30 },
  calendarLinks: { years: 1 },
  benchmarkAnswers: { days: 30 },
  benchmarkParts: { years: 1 },
  invitations: { days: 30 },
  accessRequests: { days: 30 },
  openAccessRequests: { days: 60 },
  unusedFiles: { hours: 24 },
  evidence: { days: 90 },
  messageVersions: { days: 30 },
  alerts: { days: 90 },
  reports: { years: 3 },
  contactMessages: { years: 3 },
  memberNotes: { years: 2 },
  journal: { years: 5 },
  apiKeys: { days: 90 },
  webhookDeliveries: { days: 30 },
  failedJobs: { days: 30 },
  doneJobs: { days: 7 },
  outbox: { days: 30 },
  bounces: { months: 12 },
  mailCounts: { hours: 24 },
  /** Backups are kept as long, and `restore` refuses older ones unless it is told to. */
  erasures: { days: 90 },
  serverLogs: { months: 12 },
} as const satisfies Record<string, Period>;

/** The days count back from the erasure of an unused account. */
export const UNUSED_WARNINGS = [30, 7] as const;

/** Formats a period as « 30 jours » or « 1 an ». */
export function periodWords(period: Period): string {
  const [unit, count] = only(period);
  const words = { hours: 'heure', days: 'jour', months: 'mois', years: 'an' }[unit];
  return `${count}\u00a0${words}${count > 1 && unit !== 'months' ? 's' : ''}`;
}

/** Both instants are in milliseconds. */
export function periodBefore(period: Period, now: number): number {
  const [unit, count] = only(period);
  const date = new Date(now);
  if (unit === 'hours') date.setUTCHours(date.getUTCHours() - count);
  else if (unit === 'days') date.setUTCDate(date.getUTCDate() - count);
  else {
    const day = date.getUTCDate();
    date.setUTCMonth(date.getUTCMonth() - count * (unit === 'years' ? 12 : 1));
    // The 31st of a shorter month is its last day, not one of the next month.
    if (date.getUTCDate() !== day) date.setUTCDate(0);
  }
  return date.getTime();
}

function only(period: Period): [unit: 'hours' | 'days' | 'months' | 'years', count: number] {
  return Object.entries(period)[0] as ReturnType<typeof only>;
}
