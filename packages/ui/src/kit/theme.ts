import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useMedia } from './use-media.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

type ThemeStore = { choice: ThemeChoice; choose: (choice: ThemeChoice) => void };

const darkQuery = '(prefers-color-scheme: dark)';

/** The shell’s theme script reads this key before the first paint. */
export const useThemeStore = create<ThemeStore>()(
  persist((set) => ({ choice: 'system', choose: (choice) => set({ choice }) }), {
    name: 'theme',
    version: 1,
    partialize: ({ choice }) => ({ choice }),
  }),
);

function resolve(choice: ThemeChoice, systemIsDark: boolean): 'light' | 'dark' {
  if (choice !== 'system') return choice;
  return systemIsDark ? 'dark' : 'light';
}

export function useTheme(): 'light' | 'dark' {
  const choice = useThemeStore((store) => store.choice);
  return resolve(choice, useMedia(darkQuery));
}

/** Call it once, before rendering. */
export function applyTheme(): void {
  const system = window.matchMedia(darkQuery);
  const apply = () => {
    const dark = resolve(useThemeStore.getState().choice, system.matches) === 'dark';
    document.documentElement.classList.toggle('dark', dark);
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#18140f' : '#fcfaf6');
  };
  apply();
  system.addEventListener('change', apply);
  useThemeStore.subscribe(apply);
}
