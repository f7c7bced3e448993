/** apps/web/service-worker.ts inserts this build's hashed addresses. */
declare const BUILD_FILES: readonly string[];

const OFFLINE_PAGE = '/offline.html';
const OFFLINE_FILES = [OFFLINE_PAGE, '/offline.js', '/theme.js', '/favicon.svg'];

const buildFiles = new Set(BUILD_FILES);

const openCache = () => caches.open('guilde-files');

/** Every path outside the API and the files is a page; an unknown one gets the client's « not found ». */
export function isPage(path: string): boolean {
  return !path.startsWith('/api/') && !path.startsWith('/dev/') && !/\.[a-z\d]+$/i.test(path);
}

export function isOwnFile(path: string): boolean {
  return buildFiles.has(path) || OFFLINE_FILES.includes(path);
}

export async function keepOfflinePage(): Promise<void> {
  const cache = await openCache();
  await cache.addAll(OFFLINE_FILES.map((path) => new Request(path, { cache: 'reload' })));
}

/** Files that the new build still has stay. */
export async function forgetOldFiles(): Promise<void> {
  const cache = await openCache();
  for (const request of await cache.keys())
    if (!isOwnFile(new URL(request.url).pathname)) await cache.delete(request);
}

export async function answerPage(request: Request, preloaded: Promise<unknown>): Promise<Response> {
  try {
    const response = await preloaded;
    return response instanceof Response ? response : await fetch(request);
  } catch {
    const page = await (await openCache()).match(OFFLINE_PAGE);
    return page ?? Response.error();
  }
}

/** `later` keeps the worker alive for work after the answer. */
export async function answerFile(
  request: Request,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cache = await openCache();
  const kept = await cache.match(request, { ignoreVary: true });
  // The offline page's files have no hash in their names, so that their copies may be old.
  if (!buildFiles.has(new URL(request.url).pathname))
    return fetch(request).catch(() => kept ?? Response.error());
  if (kept) return kept;
  const response = await fetch(request);
  // When the disk is full, only the copy is lost.
  if (response.status === 200) later(cache.put(request, response.clone()).catch(() => undefined));
  return response;
}
