import { existsSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { newestChange, SERVER_SOURCES } from '../../../scripts/build.ts';
import { BUILT_SERVER } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** This folder holds the villages of the run (village.ts). */
    villages: string;
  }
}

const API = fileURLToPath(new URL('..', import.meta.url));

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
  return existsSync(BUILT_SERVER) && newestChange(SERVER_SOURCES) < statSync(BUILT_SERVER).mtimeMs;
}
