import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type LetterShortcuts = { areOn: boolean; toggle: (areOn: boolean) => void };

/**
 * Shortcuts of one character can be switched off, because speech input types letters by mistake (WCAG 2.1.4). The
 * choice stays on the device, where the keyboard or the microphone is.
 */
export const useLetterShortcuts = create<LetterShortcuts>()(
  persist((set) => ({ areOn: true, toggle: (areOn) => set({ areOn }) }), {
    name: 'letter-shortcuts',
    version: 1,
    partialize: ({ areOn }) => ({ areOn }),
  }),
);

/** Returns the typed character, or null for other keys, with a modifier, and while these shortcuts are off. */
export function letterShortcutOf(event: KeyboardEvent): string | null {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return null;
  return useLetterShortcuts.getState().areOn ? key : null;
}
