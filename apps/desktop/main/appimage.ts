import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LINK_SCHEME } from './addresses.ts';
import type { DesktopElectron } from './electron.ts';
import { writePrivatelyNow } from './files.ts';
import { desktopEntry } from './start-at-login.ts';
import type { Surroundings } from './surroundings.ts';

type AppImageDeps = Pick<Surroundings, 'env' | 'folders' | 'journal'>;

/**
 * Links and the launcher need a desktop entry. It is rewritten at each start, since the file may have moved,
 * and before the scheme is claimed, which looks for it.
 */
export function installAppImage(
  { app }: Pick<DesktopElectron, 'app'>,
  { env, folders, journal }: AppImageDeps,
): void {
  if (!env.APPIMAGE) return;
  const data = env.XDG_DATA_HOME || join(app.getPath('home'), '.local/share');
  const icon = join(data, 'icons/fr.guilde.png');
  try {
    if (!existsSync(icon)) writePrivatelyNow(icon, readFileSync(join(folders.images, 'icon.png')));
    const entry = desktopEntry(env.APPIMAGE, '%U', [
      `Icon=${icon}`,
      'StartupWMClass=fr.guilde',
      'Categories=Network;',
      `MimeType=x-scheme-handler/${LINK_SCHEME};`,
    ]);
    writePrivatelyNow(join(data, 'applications/fr.guilde.desktop'), entry);
  } catch (error) {
    journal.write('The desktop entry could not be written', error);
  }
}

/** User namespaces are closed on some systems (docs/desktop.md#which-package). */
export function warnWithoutSandbox(
  { app, dialog }: Pick<DesktopElectron, 'app' | 'dialog'>,
  { env, journal }: AppImageDeps,
): void {
  if (!env.APPIMAGE || !app.commandLine.hasSwitch('no-sandbox')) return;
  journal.write('Runs without a sandbox: user namespaces are closed to AppImages here');
  const marker = join(app.getPath('userData'), 'sandbox-told');
  if (existsSync(marker)) return;
  try {
    writePrivatelyNow(marker, '');
  } catch (error) {
    journal.write('The warning will come again', error);
  }
  void dialog.showMessageBox({
    type: 'warning',
    title: 'Guilde',
    message: 'Guilde fonctionne ici sans bac à sable.',
    detail:
      'Ton système n’isole pas les pages d’une AppImage (espaces de noms utilisateur fermés). Installe plutôt le paquet .deb\u00a0: tes données sont conservées.',
    buttons: ['Compris'],
  });
}
