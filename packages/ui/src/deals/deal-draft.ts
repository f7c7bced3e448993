import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { DealForm } from './deal-form.ts';

type DraftStore = {
  /** The keys are those of `draftKeys`. */
  byMember: Record<string, DealForm>;
  keep: (key: string, draft: DealForm) => void;
  drop: (key: string) => void;
};

export const useDealDrafts = create<DraftStore>()(
  persist(
    (set) => ({
      byMember: {},
      keep: (key, draft) => set(({ byMember }) => ({ byMember: { ...byMember, [key]: draft } })),
      drop: (key) => set(({ byMember: { [key]: _dropped, ...byMember } }) => ({ byMember })),
    }),
    { name: 'deal-drafts', version: 1, partialize: ({ byMember }) => ({ byMember }) },
  ),
);

/** A new deal and the offer of the one deal that the member leads are drafts of their own. */
export const draftKeys = (memberId: string) => [memberId, `${memberId}/offer`] as const;
