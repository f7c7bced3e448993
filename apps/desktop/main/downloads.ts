import { basename, dirname, join } from 'node:path';
import { plainName, RESERVED_NAME } from '@guilde/contracts/files/rules.ts';
import type { Downloaded } from '../bridge.ts';
import { isOwnFile } from './addresses.ts';
import type { DesktopElectron, DownloadItem, Window } from './electron.ts';

export type Downloads = {
  /** The file is shown in its folder; unsaved ones are ignored. */
  show: (id: number) => void;
};

type DownloadsDeps = {
  electron: Pick<DesktopElectron, 'app' | 'session' | 'shell'>;
  window: () => Window | null;
  ended: (download: Downloaded) => void;
};

/** The limit is in characters; file systems take at most 255 bytes. */
const NAME_MAX = 120;
/** The value removes the progress from the window’s icon. */
const NO_PROGRESS = -1;

/**
 * The system asks where to save each file, at first in « Téléchargements ». Files of other origins are not
 * saved.
 */
export function watchDownloads({ electron, window, ended }: DownloadsDeps): Downloads {
  const { app, session, shell } = electron;
  const running = new Set<DownloadItem>();
  const saved = new Map<number, string>();
  let folder: string | null = null;
  let last = 0;
  const showProgress = () => {
    const shown = window();
    if (shown && !shown.isDestroyed()) shown.setProgressBar(progressOf([...running]));
  };
  session.defaultSession.on('will-download', (event, item) => {
    if (!isOwnFile(item.getURL())) {
      event.preventDefault();
      return;
    }
    const id = ++last;
    const name = savedName(item.getFilename());
    item.setSaveDialogOptions({
      title: 'Enregistrer sous',
      defaultPath: join(folder ?? app.getPath('downloads'), name),
    });
    running.add(item);
    let isBroken = false;
    item.on('updated', (_event, state) => {
      showProgress();
      if (state !== 'interrupted') return;
      // The download could be resumed, and would otherwise wait for that for ever.
      isBroken = true;
      item.cancel();
    });
    item.once('done', (_event, state) => {
      running.delete(item);
      showProgress();
      if (state === 'cancelled' && !isBroken) return;
      const path = item.getSavePath();
      const isSaved = state === 'completed';
      if (isSaved) {
        saved.set(id, path);
        folder = dirname(path);
      }
      ended({ id, name: path ? basename(path) : name, isSaved });
    });
  });
  return {
    show: (id) => {
      const path = saved.get(id);
      if (path) shell.showItemInFolder(path);
    },
  };
}

/** The progress is that of all running downloads; one of unknown length counts for nothing. */
function progressOf(items: readonly DownloadItem[]): number {
  const sum = (of: (item: DownloadItem) => number) => items.reduce((total, item) => total + of(item), 0);
  const total = sum((item) => item.getTotalBytes());
  return total === 0 ? NO_PROGRESS : sum((item) => item.getReceivedBytes()) / total;
}

/** The server and Chromium have cleaned the name, but the dialog must not rely on that. */
function savedName(given: string): string {
  const name = plainName(given);
  const ending = /\.[a-z\d]{1,5}$/i.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length).slice(0, NAME_MAX);
  return stem === '' || RESERVED_NAME.test(stem) ? `fichier${ending}` : `${stem.trimEnd()}${ending}`;
}
