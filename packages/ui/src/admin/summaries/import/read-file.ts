import { IMPORT_BYTES_MAX } from '@guilde/contracts/knowledge/import-rules.ts';
import { answerOf } from '../../../files/worker-answer.ts';
import type { ReadExport } from './read-export.ts';

const TOO_LARGE = 'Ce fichier dépasse 50\u00a0Mo\u00a0: exporte une période plus courte.';
const TOO_SLOW = 'Ce fichier est trop long à lire\u00a0: exporte une période plus courte.';
const UNREADABLE = 'Ce fichier ne se lit pas\u00a0: choisis-le de nouveau.';

/** Reads an export in a worker, which is ended after 20 seconds. Nothing of the file leaves the browser. */
export async function readExportFile(file: File): Promise<ReadExport> {
  if (file.size > IMPORT_BYTES_MAX) return { problem: TOO_LARGE };
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return { problem: UNREADABLE };
  const read = await answerOf<ReadExport>(
    new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    bytes,
  );
  return typeof read === 'string' ? { problem: read === 'slow' ? TOO_SLOW : UNREADABLE } : read;
}
