import { useEffect } from 'react';
import { useThemeStore } from '../kit/theme.ts';
import { useChangeSettings, useSettings } from './data.ts';

/**
 * The theme of the settings is the member's on every device: it replaces what this one kept for its first paint, and
 * what is chosen here, in whichever menu, becomes the setting.
 */
export function useThemeOfSettings(): void {
  const theme = useSettings().data?.theme;
  const { mutate } = useChangeSettings();
  useEffect(() => {
    if (!theme) return;
    useThemeStore.getState().choose(theme);
    return useThemeStore.subscribe(({ choice }) => {
      if (choice !== theme) mutate({ theme: choice });
    });
  }, [theme, mutate]);
}
