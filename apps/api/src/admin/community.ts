import type { CommunitySettings } from '@guilde/contracts/settings.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { Deps } from '../platform/deps.ts';
import { communitySettingsOf, storeCommunitySettings } from '../settings/community.ts';
import { administer } from './journal/administer.ts';

const SUBJECT = { type: 'community', id: 'settings', label: 'Réglages' } as const;

/** For all members. What is as it was leaves no entry in the journal. */
export async function changeCommunity(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'live'>,
  viewer: Viewer,
  settings: CommunitySettings,
): Promise<CommunitySettings> {
  const before = await communitySettingsOf(deps.db.orm);
  if (before.voiceMessages === settings.voiceMessages) return before;
  return administer(deps, viewer, async ({ tx, record }) => {
    await storeCommunitySettings(tx, deps, settings);
    await record({ action: 'community.change', subject: SUBJECT, before, after: settings });
    return settings;
  });
}
