import {
  type HelperToRate,
  missingRatings,
  RATING_DEFAULT,
  type RatingValue,
} from '@guilde/contracts/ratings/rules.ts';
import { create } from 'zustand';
import { forgetWithMember } from '../kit/member-drafts.ts';

/** `confirmed` means that the requester has gone on to the next helper. */
export type RatingDraft = { rating: RatingValue; comment: string; confirmed: boolean };
export type RatingDrafts = Record<string, RatingDraft>;

type RatingDraftsStore = {
  bySos: Record<string, RatingDrafts>;
  update: (sosId: string, memberId: string, change: Partial<RatingDraft>) => void;
  release: (sosId: string) => void;
};

const blank: RatingDraft = { rating: RATING_DEFAULT, comment: '', confirmed: false };
const none: RatingDrafts = {};

/** Drafts survive the dialog, so that a failure loses nothing, but not the page. */
const useRatingDraftsStore = create<RatingDraftsStore>((set) => ({
  bySos: {},
  update: (sosId, memberId, change) =>
    set(({ bySos }) => {
      const drafts = bySos[sosId] ?? none;
      return {
        bySos: {
          ...bySos,
          [sosId]: { ...drafts, [memberId]: { ...draftOf(drafts, memberId), ...change } },
        },
      };
    }),
  release: (sosId) =>
    set(({ bySos }) => {
      const drafts = Object.entries(bySos[sosId] ?? none);
      const released = Object.fromEntries(drafts.map(([id, draft]) => [id, { ...draft, confirmed: false }]));
      return { bySos: { ...bySos, [sosId]: released } };
    }),
}));

forgetWithMember(() => useRatingDraftsStore.setState({ bySos: {} }));

export function useRatingDrafts(sosId: string) {
  const { bySos, update, release } = useRatingDraftsStore();
  return {
    drafts: bySos[sosId] ?? none,
    update: (memberId: string, change: Partial<RatingDraft>) => update(sosId, memberId, change),
    /** Who undoes the resolution finds the answers again, and confirms each once more. */
    release: () => release(sosId),
  };
}

export function draftOf(drafts: RatingDrafts, memberId: string): RatingDraft {
  return drafts[memberId] ?? blank;
}

export function remainingRatings(helpers: readonly HelperToRate[], drafts: RatingDrafts): number {
  const ids = helpers.map(({ member }) => member.id);
  return missingRatings(
    ids,
    ids.filter((id) => drafts[id]?.confirmed).map((memberId) => ({ memberId })),
  );
}

export function ratingsOf(helpers: readonly HelperToRate[], drafts: RatingDrafts) {
  return helpers.map(({ member }) => {
    const { rating, comment } = draftOf(drafts, member.id);
    return { memberId: member.id, rating, comment };
  });
}
