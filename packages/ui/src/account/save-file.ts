import type { ClientResponse } from 'hono/client';
import { call } from '../api.ts';
import type { Platform } from '../platform.ts';

/** The bytes of an answer that is a file; a refusal is an `ApiError` as everywhere. */
export function fetchFile(
  platform: Pick<Platform, 'fetch'>,
  path: string,
  init?: RequestInit,
): Promise<Blob> {
  const request = platform
    .fetch(path, init)
    // `call` reads what succeeded through `json`.
    .then((answer) => (answer.ok ? Object.assign(answer, { json: () => answer.blob() }) : answer));
  return call(request as Promise<ClientResponse<Blob>>);
}

/** Hands a file to the person, as a link with `download` would. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the browser has taken the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
