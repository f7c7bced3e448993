const LIMIT_MS = 20_000;

/** Gives the worker the bytes and ends it after its answer, or after 20 seconds. */
export function answerOf<Answer>(worker: Worker, bytes: ArrayBuffer): Promise<Answer | 'slow' | 'broken'> {
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
