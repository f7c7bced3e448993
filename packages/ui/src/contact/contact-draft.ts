import type { contactInput } from '@guilde/contracts/contact-input.ts';
import type { z } from 'zod';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** A message that is being written. Its `id` stays until it is sent, so that sending again makes no second one. */
export type ContactForm = z.input<typeof contactInput>;

type DraftStore = {
  byWriter: Record<string, ContactForm>;
  keep: (writer: string, draft: ContactForm) => void;
  /** Forgets a draft that was sent, unless another has been begun meanwhile. */
  drop: (writer: string, id: string) => void;
};

/** For this tab only, one draft per member and one for a visitor: others may use the same browser after them. */
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
