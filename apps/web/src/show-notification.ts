import type { ClosedNotification, ShownNotification } from '@guilde/ui/platform.ts';
import { secureNavigator } from '@guilde/ui/secure-context.ts';
import { navigate } from './navigate.ts';
import { withNotificationLock } from './notification-lock.ts';

/** Mobile browsers show notifications only from a service worker, not from the page. */
const ON_PHONE = /Android|iPhone|iPad|iPod/;

/** A notification that is garbage-collected loses its click handler. */
const onScreen = new Map<Notification, ClosedNotification>();

export async function showNotification(notification: ShownNotification): Promise<void> {
  const isShown = await showByWorker(notification).catch(() => false);
  if (!isShown) showByPage(notification);
}

/** The service worker also shows the notifications of tabs, so that a push of the same tag replaces them. */
async function showByWorker({
  id,
  title,
  body,
  path,
  silent,
  tag = id,
}: ShownNotification): Promise<boolean> {
  const registration = await secureNavigator.serviceWorker?.getRegistration();
  const isSubscribed = Boolean(await registration?.pushManager?.getSubscription());
  if (!registration || !(isSubscribed || ON_PHONE.test(navigator.userAgent))) return false;
  const look = { icon: '/icons/icon-192.png', badge: '/icons/monochrome-96.png', lang: 'fr' };
  const options = { ...look, body, tag, silent, data: { path, messageId: id } };
  await withNotificationLock(() => registration.showNotification(title, options));
  return true;
}

function showByPage({ id, title, body, path, silent, tag = id }: ShownNotification): void {
  const shown = new Notification(title, { body, tag: id, silent, lang: 'fr', icon: '/favicon.svg' });
  onScreen.set(shown, { id, tag });
  shown.onclose = () => onScreen.delete(shown);
  shown.onclick = () => {
    window.focus();
    shown.close();
    navigate(path);
  };
}

/** With `id` it closes only a tab's notification of that message, else all of the tag, also pushed ones. */
export async function closeNotification({ id, tag }: ClosedNotification): Promise<void> {
  for (const [shown, known] of onScreen)
    if (known.tag === tag && (id === undefined || known.id === id)) shown.close();
  const registration = await secureNavigator.serviceWorker?.getRegistration();
  if (!registration) return;
  for (const shown of await withNotificationLock(() => registration.getNotifications({ tag })))
    if (id === undefined || shown.data?.messageId === id) shown.close();
}
