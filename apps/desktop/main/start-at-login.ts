import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './electron.ts';
import { remove, writePrivately } from './files.ts';

/** Started with the session: no window until somebody asks for one. */
const HIDDEN_FLAG = '--hidden';

export type StartAtLogin = { isOn: () => boolean; set: (wanted: boolean) => Promise<void> };

type LoginDeps = {
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings' | 'getPath'>;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  program: string;
};

/** Whether a start is one that the system makes at login, which asks for no window. */
export function isHidden(argv: readonly string[]): boolean {
  return argv.includes(HIDDEN_FLAG);
}

/** Whether the system has started the app at login: macOS says so itself, without passing arguments on. */
export function startedAtLogin(
  app: Pick<App, 'getLoginItemSettings'>,
  { argv, platform }: { argv: readonly string[]; platform: NodeJS.Platform },
): boolean {
  return platform === 'darwin' ? app.getLoginItemSettings().wasOpenedAtLogin : isHidden(argv);
}

/** macOS and Windows keep this themselves; on Linux it is a file of the freedesktop autostart folder. */
export function createStartAtLogin(deps: LoginDeps): StartAtLogin {
  return deps.platform === 'linux' ? linuxAutostart(deps) : systemLogin(deps);
}

function systemLogin({ app }: LoginDeps): StartAtLogin {
  const args = [HIDDEN_FLAG];
  return {
    isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
    set: async (wanted) => app.setLoginItemSettings({ openAtLogin: wanted, args }),
  };
}

function linuxAutostart({ app, env, program }: LoginDeps): StartAtLogin {
  const folder = env.XDG_CONFIG_HOME || join(app.getPath('home'), '.config');
  const file = join(folder, 'autostart', 'fr.guilde.desktop');
  return {
    isOn: () => existsSync(file),
    // An AppImage moves to another path each time it runs; APPIMAGE is where it lies.
    set: (wanted) => (wanted ? writePrivately(file, entry(env.APPIMAGE ?? program)) : remove(file)),
  };
}

function entry(program: string): string {
  const quoted = program.replace(/(["`$\\])/g, '\\$1').replace(/%/g, '%%');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Guilde',
    // Uninstalled, the program is gone and the entry means nothing.
    `TryExec=${program}`,
    `Exec="${quoted}" ${HIDDEN_FLAG}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
