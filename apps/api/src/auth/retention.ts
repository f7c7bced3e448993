import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Deletion } from '../platform/deletion.ts';
import type { Deps } from '../platform/deps.ts';
import { olderThan } from '../platform/retention.ts';
import {
  apiKeys,
  emailChanges,
  pendingSignIns,
  securityEvents,
  sessions,
  signInCodes,
  usedChallenges,
  verifications,
} from './tables.ts';

/** The rows stay for a while after their end, so that an expired code or link is not called invalid. */
const EXPIRING: readonly (SQLiteTable & { expiresAt: AnySQLiteColumn })[] = [
  signInCodes,
  pendingSignIns,
  usedChallenges,
  verifications,
];

export function authDeletions(deps: Pick<Deps, 'db'>): Deletion[] {
  return [
    olderThan(deps, 'sessions', { table: sessions, ends: sessions.expiresAt }),
    ...EXPIRING.map((table) => olderThan(deps, 'codes', { table, at: table.expiresAt })),
    olderThan(deps, 'apiKeys', { table: apiKeys, at: apiKeys.expiresAt }),
    olderThan(deps, 'emailChanges', { table: emailChanges, ends: emailChanges.expiresAt }),
    olderThan(deps, 'securityLog', { table: securityEvents, at: securityEvents.createdAt }),
  ];
}
