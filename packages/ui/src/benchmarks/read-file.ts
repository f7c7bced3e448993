import { answerOf } from '../files/worker-answer.ts';
import { EXPORT_BYTES_MAX, type Export } from './read-export.ts';

const TOO_LARGE = 'Ce fichier dépasse 20\u00a0Mo\u00a0: exporte le trimestre seulement.';
const TOO_SLOW = 'Ce fichier est trop long à lire\u00a0: exporte le trimestre seulement.';
const UNREADABLE = 'Ce fichier ne se lit pas\u00a0: choisis-le de nouveau.';

/** Nothing of the file leaves the browser. */
export async function readExportFile(file: File): Promise<Export> {
  if (file.size > EXPORT_BYTES_MAX) return { problem: TOO_LARGE };
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return { problem: UNREADABLE };
  const read = await answerOf<Export>(
    new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    bytes,
  );
  return typeof read === 'string' ? { problem: read === 'slow' ? TOO_SLOW : UNREADABLE } : read;
}
