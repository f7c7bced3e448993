import type { PushPayload } from '@guilde/contracts/pushes/rules.ts';
import { withNotificationLock } from '../src/notification-lock.ts';

declare const self: ServiceWorkerGlobalScope;

/** The push may come from another version of the server. */
type Push = Omit<PushPayload, 'kind' | 'badge'> & { kind: string; badge: number | null };

/** `renotify` exists in Chromium but not in the types. It alerts again for a replaced notification. */
type Options = NotificationOptions & { renotify?: boolean };

/** An open window has this long to confirm that it shows the page of a notification. */
const ANSWER_MS = 3000;
const ASKED_MS = 250;

const SOMETHING_NEW: Push = {
  id: '',
  kind: '',
  title: 'Guilde',
  body: 'Il y a du nouveau pour toi.',
  path: '/home',
  tag: 'guilde',
  badge: null,
  silent: false,
};

/** A browser that asked for pushes must show something, whatever came. */
function pushOf(data: PushMessageData | null): Push {
  try {
    const sent: Partial<Push> = data?.json() ?? {};
    const known = Object.entries(SOMETHING_NEW).map(([name, otherwise]) => {
      const value = sent[name as keyof Push];
      return [name, typeof value === typeof (otherwise ?? 0) ? value : otherwise];
    });
    return Object.fromEntries(known) as Push;
  } catch {
    return SOMETHING_NEW;
  }
}

const openWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** A member whose window is visible sees news there, so that only a trial push is also shown. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const { id, kind, title, body, path, tag, badge, silent } = pushOf(data);
  const windows = await openWindows();
  const isLooking = windows.some(({ focused, visibilityState }) => focused && visibilityState === 'visible');
  if (isLooking && kind !== 'test') return;
  if (badge !== null && kind !== 'test') await self.navigator.setAppBadge?.(badge).catch(() => undefined);
  await withNotificationLock(async () => {
    const [before] = await self.registration.getNotifications({ tag });
    const options: Options = {
      body,
      tag,
      silent,
      lang: 'fr',
      icon: '/icons/icon-192.png',
      badge: '/icons/monochrome-96.png',
      data: { id, path },
      // A notification that an open tab has shown already is only replaced (src/notifications.ts).
      renotify: !silent && tag !== '' && idOf(before) !== null && idOf(before) !== id,
    };
    await self.registration.showNotification(title, options);
  });
}

/** The id is null when no push has shown the notification. */
function idOf(notification: Notification | undefined): unknown {
  return (notification?.data as { id?: unknown } | null | undefined)?.id ?? null;
}

export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const path = ownPath((notification.data as { path?: unknown } | null)?.path);
  const windows = await openWindows();
  // The window that had the focus last comes first.
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  if (window && (await isShownIn(await window.focus().catch(() => window), path))) return;
  await self.clients.openWindow(path);
}

/** Gives a path of this product, and home for anything else. The page checks it once more. */
function ownPath(path: unknown): string {
  const url = typeof path === 'string' && path.startsWith('/') ? URL.parse(path, self.location.origin) : null;
  return url?.origin === self.location.origin ? url.pathname + url.search + url.hash : '/home';
}

/** The page is asked until it answers, because it may still be loading; a frozen page never answers. */
function isShownIn(window: WindowClient, path: string): Promise<boolean> {
  const id = crypto.randomUUID();
  return new Promise((resolve) => {
    const ask = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => end(true);
      window.postMessage({ type: 'navigate', id, path }, [port2]);
    };
    const asking = setInterval(ask, ASKED_MS);
    const late = setTimeout(() => end(false), ANSWER_MS);
    const end = (isShown: boolean) => {
      clearInterval(asking);
      clearTimeout(late);
      resolve(isShown);
    };
    ask();
  });
}

/** The push service changes the browser's address now and then, and the server must know it. */
export async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
  const { oldSubscription, newSubscription } = event;
  const { pushManager } = self.registration;
  const subscription =
    newSubscription ??
    (await pushManager.getSubscription()) ??
    (oldSubscription && (await pushManager.subscribe(oldSubscription.options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/api/push/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}
