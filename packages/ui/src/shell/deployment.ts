const TIMEOUT_MS = 8000;

/** The URL of the page’s first script changes with every build. */
function buildOf(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/** Returns null when the server does not answer. */
export async function servedBuild(): Promise<string | null> {
  try {
    const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return null;
    return buildOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
  } catch {
    return null;
  }
}

/** A reload is allowed once per build and tab: a page still broken after it is not merely old. */
export function mayReloadFor(build: string | null): boolean {
  if (build === null || build === buildOf(document)) return false;
  try {
    if (sessionStorage.getItem('guilde-reloaded-for') === build) return false;
    sessionStorage.setItem('guilde-reloaded-for', build);
    return true;
  } catch {
    // Without storage the page might reload for ever.
    return false;
  }
}
