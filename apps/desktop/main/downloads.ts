import { basename, dirname, join } from 'node:path';
import { plainName, RESERVED_NAME } from '@guilde/contracts/files/rules.ts';
import type { Downloaded } from '../bridge.ts';
import { isOwnFile } from './addresses.ts';
import type { DesktopElectron, DownloadItem, Window } from './electron.ts';

export type Downloads = {
  /** In its folder; ignores what was not saved. */
  show: (id: number) => void;
};

type DownloadsDeps = {
  electron: Pick<DesktopElectron, 'app' | 'session' | 'shell'>;
  window: () => Window | null;
  ended: (download: Downloaded) => void;
};

/** In characters; the longest that file systems take is 255 bytes. */
const NAME_MAX = 120;
/** Takes the progress off the window’s icon. */
const NO_PROGRESS = -1;

/** The system asks where each is saved, under its name, at first in « Téléchargements ». Nothing of others is saved. */
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
      // It could be resumed, and would otherwise wait for that for ever.
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

/** Of all that run together; one of unknown length counts for nothing. */
function progressOf(items: readonly DownloadItem[]): number {
  const sum = (of: (item: DownloadItem) => number) => items.reduce((total, item) => total + of(item), 0);
  const total = sum((item) => item.getTotalBytes());
  return total === 0 ? NO_PROGRESS : sum((item) => item.getReceivedBytes()) / total;
}

/** The server and Chromium have cleaned it; what the dialog proposes does not rest on that. */
function savedName(given: string): string {
  const name = plainName(given);
  const ending = /\.[a-z\d]{1,5}$/i.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length).slice(0, NAME_MAX);
  return stem === '' || RESERVED_NAME.test(stem) ? `fichier${ending}` : `${stem.trimEnd()}${ending}`;
}
