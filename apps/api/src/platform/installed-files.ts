import { fileURLToPath } from 'node:url';

/** Built modules are files of out/server (apps/api/vite.config.ts). */
const isBuilt = !import.meta.url.endsWith('.ts');
const top = new URL(isBuilt ? '../../' : '../../../../', import.meta.url);

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('apps/api/migrations', top));
export const WEB_FOLDER = fileURLToPath(new URL('out/web', top));
const programAt = (built: string, source: string) =>
  fileURLToPath(new URL(isBuilt ? built : source, import.meta.url));
export const PARSING_PROCESS = programAt('parsing-process.js', '../files/parsing-process.ts');
export const DOWNLOAD_PROCESS = programAt('download-process.js', './database/download-process.ts');
export const PACKAGE = fileURLToPath(new URL('package.json', top));
