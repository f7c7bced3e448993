import type { DesktopElectron } from './electron.ts';

/** The person is asked after so many crashes of the page within this time. */
const TOO_MANY = 3;
const WITHIN_MS = 60_000;

const RETRY = 0;

type CrashDeps = {
  dialog: Pick<DesktopElectron['dialog'], 'showMessageBox'>;
  now: () => number;
  reload: () => void;
  /** The open page may be the cause of the crashes. */
  startOver: () => void;
  quit: () => void;
};

/** The result is called at each crash of the page; endless reloads would hide the fault. */
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

/** The question is withdrawn when `signal` aborts, because the page answers again. */
export async function askWhenStuck(
  dialog: CrashDeps['dialog'],
  signal: AbortSignal,
  end: () => void,
): Promise<void> {
  const { response } = await dialog.showMessageBox({
    signal,
    type: 'warning',
    title: 'Guilde',
    message: 'Guilde ne répond plus.',
    detail: 'Tes brouillons et tes messages non envoyés sont conservés.',
    buttons: ['Attendre', 'Recharger'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response === RELOAD && !signal.aborted) end();
}
