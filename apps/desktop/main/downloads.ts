import { mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { plainName, RESERVED_NAME } from '@guilde/contracts/files/rules.ts';
import { beginning } from '@guilde/contracts/text.ts';
import type { Downloaded } from '../bridge.ts';
import { isOwnFile } from './addresses.ts';
import type { DesktopElectron, DownloadItem, Window } from './electron.ts';
import { remove } from './files.ts';
import { diskFaultOf, type Faulty, moveWhole, whyBroken } from './saving.ts';

export type Downloads = {
  /** The file is shown in its folder; unsaved ones are ignored. */
  show: (id: number) => void;
};

type DownloadsDeps = {
  electron: Pick<DesktopElectron, 'app' | 'session' | 'shell' | 'dialog'>;
  window: () => Window | null;
  /** The server stopped in the middle of the answer to this address. */
  fellSilent: (address: string) => boolean;
  ended: (download: Downloaded) => void;
  report: (what: string, error: unknown) => void;
};

/** The limit is in characters; file systems take at most 255 bytes. */
const NAME_MAX = 120;
/** The value removes the progress from the window’s icon. */
const NO_PROGRESS = -1;

/**
 * The system asks where to save each file, at first in « Téléchargements »; meanwhile it arrives in a folder of
 * our own, and nobody finds a part of it under its name. Files of other origins are not saved.
 */
export function watchDownloads(deps: DownloadsDeps): Downloads {
  const { app, session, shell } = deps.electron;
  const arriving = join(app.getPath('userData'), 'arriving');
  clear(arriving, deps.report);
  const running = new Set<DownloadItem>();
  const saved = new Map<number, string>();
  let folder: string | null = null;
  let last = 0;
  const showProgress = () => {
    const shown = deps.window();
    if (shown && !shown.isDestroyed()) shown.setProgressBar(progressOf([...running]));
  };
  const save = async (id: number, item: DownloadItem, part: string): Promise<void> => {
    const name = savedName(item.getFilename());
    running.add(item);
    const arrival = arrivalOf(item, deps, arriving, showProgress, () => running.delete(item));
    const path = await askWhere(deps, join(folder ?? app.getPath('downloads'), name));
    if (path === null && running.has(item)) item.cancel();
    const fault = await arrival;
    if (path === null || fault === 'given up') return remove(part);
    const problem = fault ?? (await moveWhole(part, path).then(() => null, diskFaultOf));
    await remove(part);
    if (problem === null) {
      saved.set(id, path);
      folder = dirname(path);
    }
    const ended = { id, name: basename(path) };
    deps.ended(problem === null ? { ...ended, isSaved: true } : { ...ended, isSaved: false, fault: problem });
  };
  session.defaultSession.on('will-download', (event, item) => {
    if (!isOwnFile(item.getURL())) {
      event.preventDefault();
      return;
    }
    const id = ++last;
    const part = join(arriving, String(id));
    item.setSavePath(part);
    void save(id, item, part).catch((error) => deps.report('A file could not be saved', error));
  });
  return {
    show: (id) => {
      const path = saved.get(id);
      if (path) shell.showItemInFolder(path);
    },
  };
}

/** What an earlier start left there will never be whole. */
function clear(folder: string, report: DownloadsDeps['report']): void {
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    report('The folder of arriving files cannot be made', error);
  }
}

/** Resolves with null when the file has arrived whole. */
function arrivalOf(
  item: DownloadItem,
  { fellSilent }: Pick<DownloadsDeps, 'fellSilent'>,
  folder: string,
  progressed: () => void,
  over: () => void,
): Promise<Faulty | 'given up' | null> {
  let isBroken = false;
  return new Promise((resolve) => {
    item.on('updated', (_event, state) => {
      progressed();
      if (state !== 'interrupted') return;
      // The download could be resumed, and would otherwise wait for that for ever.
      isBroken = true;
      item.cancel();
    });
    item.once('done', (_event, state) => {
      over();
      progressed();
      const address = item.getURL();
      const missing = item.getTotalBytes() - item.getReceivedBytes();
      if (state === 'completed') resolve(null);
      else if (state === 'cancelled' && !isBroken) resolve('given up');
      else resolve(fellSilent(address) ? 'silent' : whyBroken(address, missing, folder));
    });
  });
}

async function askWhere(
  { electron, window }: Pick<DownloadsDeps, 'electron' | 'window'>,
  defaultPath: string,
): Promise<string | null> {
  const { canceled, filePath } = await electron.dialog.showSaveDialog(
    // Electron's type of a window has more than the app uses.
    window() as never,
    { title: 'Enregistrer sous', defaultPath, properties: ['createDirectory', 'showOverwriteConfirmation'] },
  );
  return canceled || !filePath ? null : filePath;
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
  const stem = beginning(name.slice(0, name.length - ending.length), NAME_MAX);
  return stem === '' || RESERVED_NAME.test(stem) ? `fichier${ending}` : `${stem.trimEnd()}${ending}`;
}
