import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { followOtherWindows } from './shared-storage.ts';

type DraftStore<Draft> = {
  /** The keys begin with the id of the member. */
  byMember: Record<string, Draft>;
  keep: (key: string, draft: Draft) => void;
  drop: (key: string) => void;
};

/** Drafts stay on this device until they are sent. */
export function createDrafts<Draft>(name: string) {
  const useDrafts = create<DraftStore<Draft>>()(
    persist(
      (set) => ({
        byMember: {},
        keep: (key, draft) => set(({ byMember }) => ({ byMember: { ...byMember, [key]: draft } })),
        drop: (key) => set(({ byMember: { [key]: _dropped, ...byMember } }) => ({ byMember })),
      }),
      { name, version: 1, partialize: ({ byMember }) => ({ byMember }) },
    ),
  );
  followOtherWindows(useDrafts);
  return useDrafts;
}

let writer: string | null = null;
const forgetting = new Set<() => void>();

/** `forget` is called when another member signs in, or this one out: it drops drafts that are kept in memory. */
export function forgetWithMember(forget: () => void): void {
  forgetting.add(forget);
}

/** Forgets what was written in memory by anybody else; null forgets all of it. */
export function keepMemoryOf(memberId: string | null): void {
  if (writer !== memberId) for (const forget of forgetting) forget();
  writer = memberId;
}

/** Forgets what this member wrote in memory. */
export function forgetMemoryOf(memberId: string): void {
  if (writer === memberId) keepMemoryOf(null);
}
