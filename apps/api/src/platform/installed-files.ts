import { fileURLToPath } from 'node:url';

/** Modules are files of out/server then (apps/api/vite.config.ts). */
const isBuilt = !import.meta.url.endsWith('.ts');
const top = new URL(isBuilt ? '../../' : '../../../../', import.meta.url);

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('apps/api/migrations', top));
export const WEB_FOLDER = fileURLToPath(new URL('out/web', top));
export const REPLICA_PROCESS = fileURLToPath(
  new URL(isBuilt ? 'replica-process.js' : 'database/replica-process.ts', import.meta.url),
);
