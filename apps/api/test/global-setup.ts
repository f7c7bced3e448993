import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { SERVER } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** This folder holds the villages of the run (village.ts). */
    villages: string;
  }
}

const API = fileURLToPath(new URL('..', import.meta.url));
const TOP = join(API, '../..');
/** The build reads these paths. */
const SOURCES = ['apps/api/src', 'apps/api/vite.config.ts', 'packages/contracts/src', 'package-lock.json'];

/** Vitest calls this once for each project, before its tests; only the first call builds the server. */
export async function setup(project: TestProject): Promise<() => void> {
  if (!isBuilt()) await build({ root: API });
  // All projects of a run share the name; the time makes it unique, because ids of processes return.
  const villages = join(tmpdir(), `guilde-villages-${process.pid}-${performance.timeOrigin}`);
  project.provide('villages', villages);
  return () => rmSync(villages, { recursive: true, force: true });
}

/** Returns whether the programs that tests start (programs.ts) are newer than their sources. */
function isBuilt(): boolean {
  if (!existsSync(SERVER)) return false;
  const builtAt = statSync(SERVER).mtimeMs;
  return SOURCES.every((source) => newestChange(join(TOP, source)) < builtAt);
}

/** Returns the newest change below a path in milliseconds since 1970; folders change with their entries. */
function newestChange(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}
