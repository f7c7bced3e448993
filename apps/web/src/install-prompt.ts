/** Chromium's; not in the types. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(next: InstallPrompt | null): void {
  offered = next;
  for (const listener of listeners) listener();
}

/**
 * The browser offers the installation once per page, perhaps before the client is there; its own banner would cover the
 * page of a visitor.
 */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => set(null));
}

export function isInstallOffered(): boolean {
  return offered !== null;
}

/** A prompt serves once; the browser may offer another. From a click only. */
export async function promptInstall(): Promise<void> {
  const prompt = offered;
  set(null);
  await prompt?.prompt();
}

export function onInstallChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
