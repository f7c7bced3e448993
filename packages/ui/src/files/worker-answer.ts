const LIMIT_MS = 20_000;
const UNREADABLE = 'Ce fichier ne se lit pas\u00a0: choisis-le de nouveau.';

/** Reads a file in a worker, which is ended after 20 seconds. Nothing of the file leaves the browser. */
export async function readInWorker<Answer>(
  file: File,
  { bytesMax, remedy, start }: { bytesMax: number; remedy: string; start: () => Worker },
): Promise<Answer | { problem: string }> {
  if (file.size > bytesMax)
    return { problem: `Ce fichier dépasse ${bytesMax / 2 ** 20}\u00a0Mo\u00a0: ${remedy}.` };
  const bytes = await file.arrayBuffer().catch(() => null);
  const answer = bytes === null ? 'broken' : await answerOf<Answer>(start(), bytes);
  if (answer === 'slow') return { problem: `Ce fichier est trop long à lire\u00a0: ${remedy}.` };
  return answer === 'broken' ? { problem: UNREADABLE } : answer;
}

function answerOf<Answer>(worker: Worker, bytes: ArrayBuffer): Promise<Answer | 'slow' | 'broken'> {
  const { promise, resolve } = Promise.withResolvers<Answer | 'slow' | 'broken'>();
  const timer = setTimeout(() => resolve('slow'), LIMIT_MS);
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
  worker.addEventListener('error', () => resolve('broken'));
  worker.postMessage(new Uint8Array(bytes), [bytes]);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

/** The worker answers so. A failure is told at once, and not waited for. */
export function answerWith(read: (bytes: Uint8Array) => Promise<unknown>): void {
  self.addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
    void read(data)
      .catch(() => 'broken')
      .then((answer) => self.postMessage(answer));
  });
}
