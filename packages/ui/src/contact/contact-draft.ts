import type { contactInput } from '@guilde/contracts/contact/input.ts';
import type { z } from 'zod';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { followOtherWindows } from '../kit/shared-storage.ts';

/** `id` stays until the message is sent, so that a retry makes no second one. */
export type ContactForm = z.input<typeof contactInput>;

const VISITOR = 'visitor';

type DraftStore = {
  byWriter: Record<string, ContactForm>;
  keep: (writer: string, draft: ContactForm) => void;
  /** A draft that was begun meanwhile is kept. */
  drop: (writer: string, id: string) => void;
};

function createDrafts(storage: () => Storage) {
  return create<DraftStore>()(
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
        storage: createJSONStorage(storage),
        partialize: ({ byWriter }) => ({ byWriter }),
      },
    ),
  );
}

/** Members' drafts stay on the device until the sign-out. */
export const useContactDrafts = createDrafts(() => localStorage);
followOtherWindows(useContactDrafts);
/** A visitor's draft stays in the tab, because others may use the same browser. */
export const useVisitorDrafts = createDrafts(() => sessionStorage);

const RIGHTS = 'rights ';

/** The contact form and the form for a right have separate drafts. `writer` is null for a visitor. */
export function draftKeyOf(form: 'contact' | 'rights', writer: { id: string } | null): string {
  const id = writer?.id ?? VISITOR;
  return form === 'rights' ? `${RIGHTS}${id}` : id;
}

/** Returns the member's id from the key of a draft. */
export function writerOf(draftKey: string): string {
  return draftKey.replace(RIGHTS, '');
}

/** Returns the store that has the draft of this key. */
export function contactDrafts(draftKey: string): DraftStore {
  return (writerOf(draftKey) === VISITOR ? useVisitorDrafts : useContactDrafts).getState();
}
