const PATIENCE_MS = 8000;

/** Name of the client's build: the address of its first script, which changes with any of its files. */
function buildOf(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/** The build that the server has now; null while it cannot be asked. */
export async function servedBuild(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok) return null;
    return buildOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  } catch {
    return null;
  }
}

/**
 * Whether the page may load itself again for this build: it is another than its own, and it has not done so for it
 * before in this tab. What stays broken after that is no matter of an old page.
 */
export function mayReloadFor(build: string | null): boolean {
  if (build === null || build === buildOf(document)) return false;
  try {
    if (sessionStorage.getItem('guilde-reloaded-for') === build) return false;
    sessionStorage.setItem('guilde-reloaded-for', build);
    return true;
  } catch {
    // Without a memory of the last time it might never end.
    return false;
  }
}
