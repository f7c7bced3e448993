import type { ShownNotification } from '@guilde/ui/platform.ts';
import { navigate } from './navigate.ts';

/** Mobile browsers show notifications of a service worker only, not of the page. */
const ON_PHONE = /Android|iPhone|iPad|iPod/;

/** A notification that is garbage-collected loses its click handler. */
const onScreen = new Set<Notification>();

export async function showNotification(notification: ShownNotification): Promise<void> {
  const isShown = await showByWorker(notification).catch(() => false);
  if (!isShown) showByPage(notification);
}

/** With pushes, the service worker shows what a tab tells, too: a push of the same tag replaces it. */
async function showByWorker({
  id,
  title,
  body,
  path,
  silent,
  tag = id,
}: ShownNotification): Promise<boolean> {
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : null;
  const isSubscribed = Boolean(await registration?.pushManager?.getSubscription());
  if (!registration || !(isSubscribed || ON_PHONE.test(navigator.userAgent))) return false;
  const look = { icon: '/icons/icon-192.png', badge: '/icons/monochrome-96.png', lang: 'fr' };
  await registration.showNotification(title, { ...look, body, tag, silent, data: { path } });
  return true;
}

function showByPage({ id, title, body, path, silent }: ShownNotification): void {
  const shown = new Notification(title, { body, tag: id, silent, lang: 'fr', icon: '/favicon.svg' });
  onScreen.add(shown);
  shown.onclose = () => onScreen.delete(shown);
  shown.onclick = () => {
    window.focus();
    shown.close();
    navigate(path);
  };
}
