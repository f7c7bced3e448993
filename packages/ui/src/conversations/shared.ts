import {
  SHARED_FOR_MS,
  SHARED_INDEX,
  type SharedIndex,
  sharedFilePath,
} from '@guilde/contracts/conversations/sharing.ts';
import { queryOptions } from '@tanstack/react-query';

/** What another app has shared with the installed one. */
export type Shared = { text: string; files: File[] };

/** Of this device: asked for at every visit, also offline. */
export const sharedQuery = queryOptions({
  queryKey: ['shared'],
  queryFn: readShared,
  staleTime: 0,
  gcTime: 0,
  networkMode: 'always',
});

/** Null when there is nothing, or nothing of today. */
async function readShared(): Promise<Shared | null> {
  const cache = await openShared();
  if (!cache) return null;
  const index = (await (await cache.match(SHARED_INDEX))?.json()) as SharedIndex | undefined;
  if (!index) return null;
  if (Date.now() - index.at > SHARED_FOR_MS) {
    await forgetShared();
    return null;
  }
  const files = await Promise.all(
    index.files.map(async ({ name, type }, position) => {
      const kept = await cache.match(sharedFilePath(position));
      return kept ? [new File([await kept.blob()], name, { type })] : [];
    }),
  );
  return { text: index.text, files: files.flat() };
}

export async function forgetShared(): Promise<void> {
  const cache = await openShared();
  for (const request of (await cache?.keys()) ?? []) await cache?.delete(request);
}

/** Null where browsers have none: without HTTPS, and in the desktop app. */
async function openShared(): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open('guilde-shared').catch(() => null) : null;
}
