import {
  SHARED_FOR_MS,
  SHARED_INDEX,
  type SharedIndex,
  sharedFilePath,
} from '@guilde/contracts/conversations/sharing.ts';
import { queryOptions } from '@tanstack/react-query';
import { cacheStorage } from '../secure-context.ts';

export type Shared = { text: string; files: File[] };

/** Every visit reads it from this device, also offline. */
export const sharedQuery = queryOptions({
  queryKey: ['shared'],
  queryFn: readShared,
  staleTime: 0,
  gcTime: 0,
  networkMode: 'always',
});

/** Returns null when nothing was shared today. */
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

/** Returns null without a cache: without HTTPS, and in the desktop app. */
async function openShared(): Promise<Cache | null> {
  return (
    (await cacheStorage()
      ?.open('guilde-shared')
      .catch(() => null)) ?? null
  );
}
