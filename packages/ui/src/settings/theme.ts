import { useEffect } from 'react';
import { useThemeStore } from '../kit/theme.ts';
import { useChangeSettings, useSettings } from './data.ts';

/** The member’s setting wins over the one stored here; a theme chosen in a menu becomes the setting. */
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
