import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DataFault } from './data-folder.ts';
import { syncFolder, writeDurably } from './durable-files.ts';

const FILE_NAME = 'restauration-en-cours';

export function beginRestore(dataDir: string, source: string): void {
  writeDurably(join(dataDir, FILE_NAME), `${source}\n`);
}

export function endRestore(dataDir: string): void {
  rmSync(join(dataDir, FILE_NAME), { force: true });
  syncFolder(dataDir);
}

export function refuseUnfinishedRestore(dataDir: string): void {
  const marker = join(dataDir, FILE_NAME);
  if (!existsSync(marker)) return;
  const source = readFileSync(marker, 'utf8').trim();
  throw new DataFault(
    `DATA_DIR\u00a0: une restauration a été interrompue dans ${dataDir}, relance «\u00a0npm run guilde -- restore ${source} --force\u00a0» (ce qui s’y trouvait est conservé dans avant-restauration-…).`,
  );
}
