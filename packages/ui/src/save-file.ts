import type { ClientResponse } from 'hono/client';
import { fetchInTime } from './answer-limit.ts';
import { call } from './api.ts';
import type { Platform } from './platform.ts';

/** Fetches a response that is a file. Rejects with `ApiError`. */
export function fetchFile(
  platform: Pick<Platform, 'fetch'>,
  path: string,
  init?: RequestInit,
): Promise<Blob> {
  const request = fetchInTime(platform, path, init)
    // `call` reads a response through `json`.
    .then((response) => {
      const { ok, status, headers } = response;
      return ok ? { ok, status, headers, json: () => response.blob() } : response;
    });
  return call(request as Promise<unknown> as Promise<ClientResponse<Blob>>);
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
