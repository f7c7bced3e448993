import { isDeepStrictEqual } from 'node:util';
import { communitySettingsInput } from '@guilde/contracts/settings/input.ts';
import { communitySettingsOutput } from '@guilde/contracts/settings/output.ts';
import { communitySettingsOf, storeCommunitySettings } from '../settings/community.ts';
import { act } from './act.ts';
import { UNCHANGED } from './journal/administer.ts';

const SUBJECT = { type: 'community', id: 'settings', label: 'Réglages' } as const;

/** Unchanged settings leave no entry in the journal. */
export const changeCommunity = act({
  summary: 'Choose what holds for all members',
  answer: communitySettingsOutput,
  input: communitySettingsInput,
  run: async ({ deps, tx, record }, _params, changed) => {
    const before = await communitySettingsOf(tx.orm);
    const settings = { ...before, ...changed };
    if (isDeepStrictEqual(before, settings)) return UNCHANGED;
    await storeCommunitySettings(tx, deps, settings);
    await record({ action: 'community.change', subject: SUBJECT, before, after: settings });
  },
  show: ({ db }) => communitySettingsOf(db.orm),
});
