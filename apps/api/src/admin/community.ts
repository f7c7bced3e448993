import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@guilde/contracts/errors.ts';
import { communitySettingsInput } from '@guilde/contracts/settings/input.ts';
import { communitySettingsOutput } from '@guilde/contracts/settings/output.ts';
import { followSwitch } from '../events/conversation.ts';
import { communitySettingsOf, storeCommunitySettings } from '../settings/community.ts';
import { act } from './act.ts';
import { UNCHANGED } from './journal/administer.ts';

const SUBJECT = { type: 'community', id: 'settings', label: 'Réglages' } as const;
const UNREAD = { competitionRead: 'Confirme que le texte sur la concurrence a été lu.' };

/** Unchanged settings leave no entry in the journal. */
export const changeCommunity = act({
  summary: 'Choose what holds for all members',
  answer: communitySettingsOutput,
  input: communitySettingsInput,
  run: async ({ deps, tx, record }, _params, { competitionRead, ...changed }) => {
    const before = await communitySettingsOf(tx.orm);
    const settings = { ...before, ...changed };
    if (isDeepStrictEqual(before, settings)) return UNCHANGED;
    const isBegun = settings.benchmarks && !before.benchmarks;
    if (isBegun && !competitionRead) throw new AppError('INVALID_INPUT', {}, UNREAD);
    await storeCommunitySettings(tx, deps, settings);
    if (settings.events !== before.events) await followSwitch(tx, deps, settings.events);
    // The journal says who confirmed it, and when.
    const after = isBegun ? { ...settings, competitionRead: true } : settings;
    await record({ action: 'community.change', subject: SUBJECT, before, after });
  },
  show: ({ db }) => communitySettingsOf(db.orm),
});
