import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopElectron, Tray } from './electron.ts';

export type Acts = {
  open: () => void;
  quit: () => void;
  back: () => void;
  forward: () => void;
  openJournal: () => void;
  copyDiagnostic: () => void;
  /** It is null where nothing is updated. */
  searchUpdates: (() => void) | null;
  mute: (isMuted: boolean) => void;
  version: string;
};

/** Editing, zoom and window are the system's own roles. */
export function menuBar(acts: Acts, platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const { open, quit } = acts;
  const isMac = platform === 'darwin';
  const quitItem: MenuItemConstructorOptions = {
    label: 'Quitter Guilde',
    accelerator: 'CmdOrCtrl+Q',
    click: quit,
  };
  const app: MenuItemConstructorOptions = {
    label: 'Guilde',
    submenu: [
      { role: 'about', label: 'À propos de Guilde' },
      { type: 'separator' },
      { role: 'hide', label: 'Masquer Guilde' },
      { role: 'hideOthers', label: 'Masquer les autres' },
      { role: 'unhide', label: 'Tout afficher' },
      { type: 'separator' },
      quitItem,
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: 'Fichier',
    submenu: [{ role: 'close', label: 'Fermer la fenêtre' }, ...(isMac ? [] : [quitItem])],
  };
  return [
    ...(isMac ? [app] : []),
    file,
    editMenu,
    viewMenu(acts, isMac),
    windowMenu(open, isMac),
    helpMenu(acts),
  ];
}

const editMenu: MenuItemConstructorOptions = {
  label: 'Édition',
  submenu: [
    { role: 'undo', label: 'Annuler' },
    { role: 'redo', label: 'Rétablir' },
    { type: 'separator' },
    { role: 'cut', label: 'Couper' },
    { role: 'copy', label: 'Copier' },
    { role: 'paste', label: 'Coller' },
    { role: 'pasteAndMatchStyle', label: 'Coller sans mise en forme' },
    { role: 'selectAll', label: 'Tout sélectionner' },
  ],
};

const viewMenu = ({ back, forward }: Acts, isMac: boolean): MenuItemConstructorOptions => ({
  label: 'Affichage',
  submenu: [
    { label: 'Page précédente', accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: back },
    { label: 'Page suivante', accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: forward },
    { role: 'reload', label: 'Recharger' },
    ...otherKeys('reload', 'Recharger', ['F5']),
    { type: 'separator' },
    { role: 'zoomIn', label: 'Zoom avant' },
    { role: 'zoomOut', label: 'Zoom arrière' },
    { role: 'resetZoom', label: 'Taille réelle' },
    ...otherKeys('zoomIn', 'Zoom avant', ['CmdOrCtrl+=', 'CmdOrCtrl+numadd']),
    ...otherKeys('zoomOut', 'Zoom arrière', ['CmdOrCtrl+numsub']),
    ...otherKeys('resetZoom', 'Taille réelle', ['CmdOrCtrl+num0']),
    { type: 'separator' },
    { role: 'togglefullscreen', label: 'Plein écran' },
  ],
});

/** A menu item has one key only, so each other key is an item that is not shown. */
const otherKeys = (
  role: 'reload' | 'zoomIn' | 'zoomOut' | 'resetZoom',
  label: string,
  keys: string[],
): MenuItemConstructorOptions[] => keys.map((accelerator) => ({ role, label, accelerator, visible: false }));

const helpMenu = ({
  openJournal,
  copyDiagnostic,
  searchUpdates,
  version,
}: Acts): MenuItemConstructorOptions => ({
  label: 'Aide',
  role: 'help',
  submenu: [
    { label: 'Ouvrir le journal', click: openJournal },
    { label: 'Copier le diagnostic', click: copyDiagnostic },
    { type: 'separator' },
    ...(searchUpdates ? [{ label: 'Rechercher les mises à jour', click: searchUpdates }] : []),
    { label: `Version ${version}`, enabled: false },
  ],
});

const windowMenu = (open: () => void, isMac: boolean): MenuItemConstructorOptions => ({
  label: 'Fenêtre',
  submenu: [
    { role: 'minimize', label: isMac ? 'Placer dans le Dock' : 'Réduire' },
    { type: 'separator' },
    { label: 'Ouvrir Guilde', click: open },
  ],
});

/** The caller must keep the result, because a garbage-collected tray disappears. */
export function makeTray(
  electron: Pick<DesktopElectron, 'Tray' | 'Menu' | 'nativeImage'>,
  picture: string,
  { open, quit, mute }: Acts,
): Tray {
  const tray = new electron.Tray(electron.nativeImage.createFromPath(picture));
  tray.setContextMenu(
    electron.Menu.buildFromTemplate([
      { label: 'Ouvrir Guilde', click: open },
      { label: 'Ne pas déranger', type: 'checkbox', checked: false, click: ({ checked }) => mute(checked) },
      { type: 'separator' },
      { label: 'Quitter', click: quit },
    ]),
  );
  tray.on('click', open);
  return tray;
}
