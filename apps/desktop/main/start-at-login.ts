import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './electron.ts';
import { remove, writePrivately } from './files.ts';

const HIDDEN_FLAG = '--hidden';

export type StartAtLogin = { isOn: () => boolean; set: (wanted: boolean) => Promise<void> };

type LoginDeps = {
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings' | 'getPath'>;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  program: string;
};

export function isHidden(argv: readonly string[]): boolean {
  return argv.includes(HIDDEN_FLAG);
}

/** macOS passes no arguments. */
export function startedAtLogin(
  app: Pick<App, 'getLoginItemSettings'>,
  { argv, platform }: { argv: readonly string[]; platform: NodeJS.Platform },
): boolean {
  return platform === 'darwin' ? app.getLoginItemSettings().wasOpenedAtLogin : isHidden(argv);
}

/** On Linux it is a file in the freedesktop autostart folder. */
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
  // An AppImage is mounted at another path each time; APPIMAGE is its file.
  const started = env.APPIMAGE ?? program;
  const entry = desktopEntry(started, HIDDEN_FLAG, ['X-GNOME-Autostart-enabled=true']);
  return {
    isOn: () => existsSync(file),
    set: (wanted) => (wanted ? writePrivately(file, entry) : remove(file)),
  };
}

/** `argument` follows the program. The entry means nothing once that is uninstalled. */
export function desktopEntry(program: string, argument: string, lines: readonly string[]): string {
  const quoted = program.replace(/(["`$\\])/g, '\\$1').replace(/%/g, '%%');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Guilde',
    `TryExec=${program}`,
    `Exec="${quoted}" ${argument}`,
    'Terminal=false',
    ...lines,
    '',
  ].join('\n');
}
