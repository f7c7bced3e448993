import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installPackages } from './packages.ts';

/** A busy machine renders slowly. */
const PATIENCE_MS = 120_000;

/** The candidates are sorted from the most explicit to the least. */
function candidates(): string[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const known = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...known].filter(
    (path): path is string => path !== undefined && existsSync(path),
  );
}

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
  const { stdout } = spawnSync(path, [...flags, page], { timeout: PATIENCE_MS, encoding: 'utf8' });
  return stdout?.includes('guilde') ?? false;
}

export function findBrowser(): string | undefined {
  return candidates().find(starts);
}

/** Playwright's download is tried first, then system packages. */
function install(): void {
  console.log('> playwright install chromium');
  const { status } = spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' });
  if (status === 0 && findBrowser()) return;
  installPackages('chromium', 'fonts-liberation');
}

if (import.meta.main) {
  if (!findBrowser()) install();
  const found = findBrowser();
  if (!found) {
    console.error(
      'Aucun Chromium ne démarre ici\u00a0: installe-le (sudo apt-get install chromium, brew install chromium) ou donne son chemin dans CHROMIUM_PATH, puis relance.',
    );
    process.exit(1);
  }
  console.log(`Chromium : ${found}`);
}
