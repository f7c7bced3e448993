import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TOP = join(import.meta.dirname, '..');
const OUT = join(TOP, 'out');
const BUILT = ['server/server.js', 'web/index.html'];
/** Its time is when the last build began, so that a source that changes during a build is newer. */
const STAMP = join(OUT, 'built');
export const SERVER_SOURCES = [
  'apps/api/src',
  'apps/api/vite.config.ts',
  'packages/contracts',
  'package-lock.json',
];
const SOURCES = [...SERVER_SOURCES, 'apps/web', 'packages/ui'];
const NOT_BUILT = /^(?:node_modules|bench|e2e|test)$|\.test\.tsx?$/;

/** Builds the client and the server. */
export async function buildAll(into = OUT): Promise<void> {
  const began = new Date();
  if (into === OUT) rmSync(STAMP, { force: true });
  // Vite would build React for development in another environment.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  for (const [app, folder] of [
    ['apps/web', 'web'],
    ['apps/api', 'server'],
  ] as const)
    await build({ root: join(TOP, app), build: { outDir: join(into, folder) } });
  if (into !== OUT) return;
  mkdirSync(OUT, { recursive: true });
  writeFileSync(STAMP, '');
  utimesSync(STAMP, began, began);
}

/** Tells whether both were built, and no source has changed since. */
export function isBuilt(): boolean {
  if (![STAMP, ...BUILT.map((file) => join(OUT, file))].every((file) => existsSync(file))) return false;
  return newestChange(SOURCES) < statSync(STAMP).mtimeMs;
}

/** Returns the newest change of the paths in milliseconds since 1970; folders change with their entries. */
export function newestChange(paths: readonly string[], folder = TOP): number {
  const changes = paths.map((path) => {
    const at = join(folder, path);
    const stat = statSync(at);
    if (!stat.isDirectory()) return stat.mtimeMs;
    const inside = readdirSync(at).filter((name) => !NOT_BUILT.test(name));
    return Math.max(stat.mtimeMs, newestChange(inside, at));
  });
  return Math.max(...changes);
}

if (import.meta.main) await buildAll();
