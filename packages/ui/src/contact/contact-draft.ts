import type { contactInput } from '@guilde/contracts/contact-input.ts';
import type { z } from 'zod';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** `id` stays until the message is sent, so that a retry makes no second one. */
export type ContactForm = z.input<typeof contactInput>;

type DraftStore = {
  byWriter: Record<string, ContactForm>;
  keep: (writer: string, draft: ContactForm) => void;
  /** Keeps a draft that was begun meanwhile. */
  drop: (writer: string, id: string) => void;
};

/** Session storage, one per member and one for a visitor: others may use the same browser. */
export const useContactDrafts = create<DraftStore>()(
  persist(
    (set) => ({
      byWriter: {},
      keep: (writer, draft) => set(({ byWriter }) => ({ byWriter: { ...byWriter, [writer]: draft } })),
      drop: (writer, id) =>
        set(({ byWriter: { [writer]: known, ...others } }) =>
          known === undefined || known.id === id ? { byWriter: others } : {},
        ),
    }),
    {
      name: 'contact-drafts',
      version: 1,
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ byWriter }) => ({ byWriter }),
    },
  ),
);
