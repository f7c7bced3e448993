import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { SERVER } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the villages of this run (village.ts). */
    villages: string;
  }
}

const API = fileURLToPath(new URL('..', import.meta.url));
const TOP = join(API, '../..');
/** What the build reads. */
const SOURCES = ['apps/api/src', 'apps/api/vite.config.ts', 'packages/contracts/src', 'package-lock.json'];

/** Vitest calls it once for each project of a run, before its tests; only the first builds the server. */
export async function setup(project: TestProject): Promise<() => void> {
  if (!isBuilt()) await build({ root: API });
  // All projects of a run get the same name, and no later process does, which may have this one's id.
  const villages = join(tmpdir(), `guilde-villages-${process.pid}-${performance.timeOrigin}`);
  project.provide('villages', villages);
  return () => rmSync(villages, { recursive: true, force: true });
}

/** True when the programs that tests start (programs.ts) are newer than their sources. */
function isBuilt(): boolean {
  if (!existsSync(SERVER)) return false;
  const builtAt = statSync(SERVER).mtimeMs;
  return SOURCES.every((source) => newestChange(join(TOP, source)) < builtAt);
}

/** When the newest file below a path changed, or a folder lost or gained one: milliseconds since 1970. */
function newestChange(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}
