import { AppError } from '@guilde/contracts/errors.ts';
import { type CommunitySettings, DEFAULT_COMMUNITY_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { eq } from 'drizzle-orm';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { refusing } from '../platform/http/http.ts';
import { communitySettings } from './tables.ts';

const ONLY = 1;

export async function communitySettingsOf(queries: Queries): Promise<CommunitySettings> {
  const [row] = await queries
    .select({
      voiceMessages: communitySettings.voiceMessages,
      events: communitySettings.events,
      deals: communitySettings.deals,
      benchmarks: communitySettings.benchmarks,
    })
    .from(communitySettings)
    .where(eq(communitySettings.id, ONLY));
  return row ?? DEFAULT_COMMUNITY_SETTINGS;
}

/** Nothing of the feature is found until the team switches it on. */
export function switchedOn({ db }: Pick<Deps, 'db'>, feature: 'events' | 'deals' | 'benchmarks') {
  return refusing(['NOT_FOUND'], async (_c, next) => {
    if (!(await communitySettingsOf(db.orm))[feature]) throw new AppError('NOT_FOUND');
    await next();
  });
}

/** Open pages change without being loaded again. */
export async function storeCommunitySettings(
  tx: Tx,
  { clock, live }: Pick<Deps, 'clock' | 'live'>,
  settings: CommunitySettings,
): Promise<void> {
  const row = { ...settings, updatedAt: clock.now() };
  await tx.orm
    .insert(communitySettings)
    .values({ id: ONLY, ...row })
    .onConflictDoUpdate({ target: communitySettings.id, set: row });
  tx.afterCommit(() => live.publish('everyone', { type: 'community.changed', settings }));
}
