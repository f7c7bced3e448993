import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq, sql } from 'drizzle-orm';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { memberSettings } from './tables.ts';

const settingsRow = preparedQuery((queries) =>
  queries
    .select()
    .from(memberSettings)
    .where(eq(memberSettings.userId, sql.placeholder('memberId')))
    .prepare(),
);

/** Defaults without a row. */
export async function settingsOf(queries: Queries, memberId: string): Promise<Settings> {
  const [row] = await settingsRow(queries).all({ memberId });
  if (!row) return DEFAULT_SETTINGS;
  const { notifyMessages, notifyMatching, sound, quietFrom, quietTo, emailUnread, theme } = row;
  const quietHours = quietFrom && quietTo ? { from: quietFrom, to: quietTo } : null;
  return { notifyMessages, notifyMatching, sound, quietHours, emailUnread, theme };
}

export function saveSettings(
  deps: Pick<Deps, 'db' | 'clock' | 'live'>,
  viewer: Viewer,
  settings: Settings,
): Promise<Settings> {
  return deps.db.write((tx) => storeSettings(tx, deps, viewer.id, settings));
}

export async function storeSettings(
  tx: Tx,
  { clock, live }: Pick<Deps, 'clock' | 'live'>,
  memberId: string,
  settings: Settings,
): Promise<Settings> {
  const { quietHours, ...choices } = settings;
  const row = {
    ...choices,
    quietFrom: quietHours?.from ?? null,
    quietTo: quietHours?.to ?? null,
    updatedAt: clock.now(),
  };
  await tx.orm
    .insert(memberSettings)
    .values({ userId: memberId, ...row })
    .onConflictDoUpdate({ target: memberSettings.userId, set: row });
  tx.afterCommit(() => live.publish([memberId], { type: 'settings.changed', settings }));
  return settings;
}
