import type { settingsInput } from '@guilde/contracts/settings/input.ts';
import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isoOrNull } from '../platform/clock.ts';
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

/** A member without a row has the defaults. */
export async function settingsOf(queries: Queries, memberId: string): Promise<Settings> {
  const [row] = await settingsRow(queries).all({ memberId });
  if (!row) return DEFAULT_SETTINGS;
  return toSettings(row);
}

export function toSettings(row: typeof memberSettings.$inferSelect): Settings {
  const { userId: _userId, updatedAt: _updatedAt, quietFrom, quietTo, ...choices } = row;
  const quietHours = quietFrom && quietTo ? { from: quietFrom, to: quietTo } : null;
  const { pausedUntil, quietUntil } = choices;
  return { ...choices, quietHours, pausedUntil: isoOrNull(pausedUntil), quietUntil: isoOrNull(quietUntil) };
}

export function saveSettings(
  deps: Pick<Deps, 'db' | 'clock' | 'live'>,
  viewer: Viewer,
  input: z.output<typeof settingsInput>,
): Promise<Settings> {
  return deps.db.write(async (tx) => {
    const known = await settingsOf(tx.orm, viewer.id);
    return storeSettings(tx, deps, viewer.id, { ...known, ...input });
  });
}

export async function storeSettings(
  tx: Tx,
  { clock, live }: Pick<Deps, 'clock' | 'live'>,
  memberId: string,
  settings: Settings,
): Promise<Settings> {
  const { quietHours, pausedUntil, quietUntil, ...choices } = settings;
  const row = {
    ...choices,
    pausedUntil: pausedUntil === null ? null : Date.parse(pausedUntil),
    quietUntil: quietUntil === null ? null : Date.parse(quietUntil),
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
