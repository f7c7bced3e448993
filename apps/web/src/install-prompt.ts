/** Chromium's event is not in the types. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(next: InstallPrompt | null): void {
  offered = next;
  for (const listener of listeners) listener();
}

/**
 * The browser offers the installation once per page, perhaps before the client is there. Its own banner would
 * cover a visitor's page.
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

/** Must be called in a click. A prompt works once; the browser may offer another. */
export async function promptInstall(): Promise<void> {
  const prompt = offered;
  set(null);
  await prompt?.prompt();
}

export function onInstallChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
