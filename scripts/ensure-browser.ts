import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Where a Chromium may be on this machine, the most explicit wish first. */
function candidates(): string[] {
  const known = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
  ];
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...known].filter(
    (path): path is string => path !== undefined && existsSync(path),
  );
}

/** Existing is not starting: a candidate counts once it has rendered a page. */
function starts(path: string): boolean {
  const page = 'data:text/html,<p>guilde</p>';
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--dump-dom',
  ];
  const { stdout } = spawnSync(path, [...flags, page], { timeout: 30_000, encoding: 'utf8' });
  return stdout?.includes('guilde') ?? false;
}

/** Path of a Chromium that works, or undefined. */
export function findBrowser(): string | undefined {
  return candidates().find(starts);
}

function run(command: string, args: string[]): boolean {
  console.log(`> ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

/** Playwright's own download, else the system's packages where we may install them. */
function install(): void {
  if (run('playwright', ['install', 'chromium']) && findBrowser()) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return;
  const packages = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'];
  if (!run('apt-get', packages) && run('apt-get', ['update'])) run('apt-get', packages);
}

if (import.meta.main) {
  if (!findBrowser()) install();
  const found = findBrowser();
  if (!found) {
    console.error(
      'Aucun Chromium ne démarre ici : installe-le, ou donne son chemin dans CHROMIUM_PATH, puis relance.',
    );
    process.exit(1);
  }
  console.log(`Chromium : ${found}`);
}
