import { THEMES, type Theme } from '@guilde/contracts/settings/rules.ts';
import type { DesktopElectron } from './electron.ts';
import { readNowIfThere, writePrivatelyNow } from './files.ts';

/** The file keeps the member's choice, so that window and menus have it before the page is there. */
export function createTheme({ nativeTheme }: Pick<DesktopElectron, 'nativeTheme'>, file: string) {
  const kept = readNowIfThere(file)?.toString();
  nativeTheme.themeSource = THEMES.find(({ id }) => id === kept)?.id ?? 'system';
  return {
    set: (theme: Theme): void => {
      if (nativeTheme.themeSource === theme) return;
      nativeTheme.themeSource = theme;
      try {
        writePrivatelyNow(file, theme);
      } catch {
        // The next start shows the system's theme until the page is there.
      }
    },
  };
}
