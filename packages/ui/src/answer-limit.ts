import { answerLimit } from '@guilde/contracts/network-faults.ts';
import type { Platform } from './platform.ts';

/** `fetchInTime` rejects with it; its message is for the console. */
export class SilentServer extends Error {}

/**
 * Rejects with `SilentServer` when nothing comes for too long, before the answer or in the middle of it. An
 * answer of any length may take any time as long as bytes come.
 */
export async function fetchInTime(
  { fetch }: Pick<Platform, 'fetch'>,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new SilentServer(`No byte of ${path}`));
  let timer = setTimeout(giveUp, answerLimit(path, sizeOf(init.body)));
  const stop = () => clearTimeout(timer);
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
    const answer = await fetch(path, { ...init, signal });
    stop();
    if (!answer.body) return answer;
    const restarting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      start: () => {
        timer = setTimeout(giveUp, answerLimit(path, 0));
      },
      transform: (bytes, controller) => {
        stop();
        timer = setTimeout(giveUp, answerLimit(path, 0));
        controller.enqueue(bytes);
      },
      flush: stop,
    });
    return new Response(answer.body.pipeThrough(restarting), answer);
  } catch (error) {
    stop();
    throw silence.signal.aborted ? silence.signal.reason : error;
  }
}

function sizeOf(body: RequestInit['body']): number {
  if (typeof body === 'string') return body.length;
  if (body instanceof Blob) return body.size;
  if (body instanceof FormData) return [...body.values()].reduce((total, value) => total + sizeOf(value), 0);
  return body instanceof ArrayBuffer ? body.byteLength : 0;
}
