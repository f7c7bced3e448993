import { arch, release } from 'node:os';
import type { DesktopElectron } from './electron.ts';
import type { NetworkFaults } from './network-faults.ts';
import type { Surroundings } from './surroundings.ts';

const COPY = 1;
const QUIT = 2;

export type Help = { openJournal: () => void; copyDiagnostic: () => void };

/**
 * `server` is its origin, or null before it is known. `tell` says to the person whether the diagnostic is copied.
 */
type Diagnosed = {
  hasGraphics: boolean;
  tell: (isCopied: boolean) => void;
  server: () => string | null;
  faults: Pick<NetworkFaults, 'lines'>;
};

export function createHelp(
  { app, clipboard, shell }: Pick<DesktopElectron, 'app' | 'clipboard' | 'shell'>,
  { journal, platform, env }: Pick<Surroundings, 'journal' | 'platform' | 'env'>,
  { hasGraphics, server, faults, tell }: Diagnosed,
): Help {
  const diagnostic = () =>
    [
      `Guilde ${app.getVersion()} (${env.APPIMAGE ? 'AppImage' : app.isPackaged ? 'installed' : 'development'})`,
      `Server: ${server() ?? 'not known yet'}`,
      `${platform} ${release()} ${arch()}`,
      app.userAgentFallback,
      `Sandbox: ${app.commandLine.hasSwitch('no-sandbox') ? 'off' : 'on'}`,
      `Graphics card: ${hasGraphics ? 'on' : 'off, its process crashed again and again'}`,
      ['Last failed calls:', ...faults.lines()].join('\n'),
      '',
      journal.tail(),
    ].join('\n');
  const copy = async () => {
    try {
      await clipboard.writeText(diagnostic());
      tell(true);
    } catch (error) {
      journal.write('The diagnostic could not be copied', error);
      tell(false);
    }
  };
  return { openJournal: () => void shell.openPath(journal.file), copyDiagnostic: () => void copy() };
}

/** Replaces Electron's English dialog with its stack, and the app goes on. */
export function watchFaults(
  { app, dialog }: Pick<DesktopElectron, 'app' | 'dialog'>,
  { journal, onFault }: Pick<Surroundings, 'journal' | 'onFault'>,
  help: Pick<Help, 'copyDiagnostic'>,
): void {
  let isAsking = false;
  const ask = async () => {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title: 'Guilde',
      message: 'Guilde a rencontré un problème.',
      detail:
        'Tu peux continuer. Si quelque chose ne répond plus, quitte l’application et rouvre-la. Le menu Aide contient le journal.',
      buttons: ['Continuer', 'Copier le diagnostic', 'Quitter'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response === COPY) help.copyDiagnostic();
    if (response === QUIT) app.quit();
  };
  onFault((error, isUncaught) => {
    journal.write(isUncaught ? 'Uncaught' : 'Unhandled rejection', error);
    if (!isUncaught || isAsking) return;
    isAsking = true;
    void ask()
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  });
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (reason !== 'clean-exit') journal.write(`A process of the kind ${type} ended: ${reason}`);
  });
  app.on('render-process-gone', (_event, _contents, { reason }) => {
    if (reason !== 'clean-exit') journal.write(`The page ended: ${reason}`);
  });
}
