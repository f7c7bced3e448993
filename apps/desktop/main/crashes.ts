import type { DesktopElectron } from './electron.ts';

/** So many crashes of the page within this time, in milliseconds, and it is no longer shown again by itself. */
const TOO_MANY = 3;
const WITHIN_MS = 60_000;

const RETRY = 0;

type CrashDeps = {
  dialog: Pick<DesktopElectron['dialog'], 'showMessageBox'>;
  /** Milliseconds. */
  now: () => number;
  /** The same page once more. */
  reload: () => void;
  /** The first page: perhaps it is the one that was open which crashes. */
  startOver: () => void;
  quit: () => void;
};

/**
 * What to do each time that the page has crashed: show it again, but not without end. A page that goes on crashing would
 * take the processor for itself while nobody learns why; then the person decides.
 */
export function createCrashes(deps: CrashDeps): () => void {
  let recent: number[] = [];
  let isAsking = false;
  const ask = async () => {
    const { response } = await deps.dialog.showMessageBox({
      type: 'error',
      title: 'Guilde',
      message: 'Guilde a planté plusieurs fois de suite.',
      detail: 'Tes brouillons et tes messages non envoyés sont conservés.',
      buttons: ['Réessayer', 'Quitter'],
      defaultId: RETRY,
      cancelId: RETRY,
      noLink: true,
    });
    if (response === RETRY) deps.startOver();
    else deps.quit();
  };
  return () => {
    if (isAsking) return;
    const now = deps.now();
    recent = [...recent.filter((at) => now - at < WITHIN_MS), now];
    if (recent.length < TOO_MANY) {
      deps.reload();
      return;
    }
    recent = [];
    isAsking = true;
    void ask().finally(() => {
      isAsking = false;
    });
  };
}

const RELOAD = 1;

/** The page no longer answers: the person may wait for it, or end it. */
export async function askWhenStuck(dialog: CrashDeps['dialog'], end: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Guilde',
    message: 'Guilde ne répond plus.',
    detail: 'Tes brouillons et tes messages non envoyés sont conservés.',
    buttons: ['Attendre', 'Recharger'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response === RELOAD) end();
}
