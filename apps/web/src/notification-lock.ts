import { secureNavigator } from '@guilde/ui/secure-context.ts';

/** A window that the system has suspended can block the others for this long. */
const WAIT_MS = 2000;

/**
 * Runs `work` exclusively across all windows and the service worker. Chromium forgets a notification that is
 * being shown while somebody lists them: it stays on the screen, but a click on it leads nowhere.
 */
export async function withNotificationLock<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = secureNavigator;
  if (!locks) return work();
  const signal = AbortSignal.timeout(WAIT_MS);
  try {
    return await locks.request('notifications', { signal }, work);
  } catch (error) {
    if (error !== signal.reason) throw error;
    return work();
  }
}
