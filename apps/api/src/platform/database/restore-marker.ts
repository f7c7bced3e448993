import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DataFault } from './data-folder.ts';
import { syncFolder, writeDurably } from './durable-files.ts';

const FILE_NAME = 'restauration-en-cours';

/** `command` ends what may be interrupted. */
export function beginRestore(dataDir: string, command: string): void {
  writeDurably(join(dataDir, FILE_NAME), `${command}\n`);
}

export function endRestore(dataDir: string): void {
  rmSync(join(dataDir, FILE_NAME), { force: true });
  syncFolder(dataDir);
}

/** Returns the command that ends an interrupted one, or null. */
export function unfinishedCommand(dataDir: string): string | null {
  const marker = join(dataDir, FILE_NAME);
  if (!existsSync(marker)) return null;
  return readFileSync(marker, 'utf8').trim();
}

export function refuseUnfinishedRestore(dataDir: string): void {
  const command = unfinishedCommand(dataDir);
  if (command === null) return;
  const what = command.startsWith('import')
    ? 'un import a été interrompu'
    : 'une restauration a été interrompue';
  throw new DataFault(
    `DATA_DIR\u00a0: ${what} dans ${dataDir}, relance «\u00a0npm run guilde -- ${command}\u00a0» (ce qui s’y trouvait est conservé dans avant-restauration-…).`,
  );
}
