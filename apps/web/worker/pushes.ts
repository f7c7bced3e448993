import type { PushPayload } from '@guilde/contracts/pushes/rules.ts';
import { withNotificationLock } from '../src/notification-lock.ts';

declare const self: ServiceWorkerGlobalScope;

/** Perhaps of another version of the server. */
type Push = Omit<PushPayload, 'kind' | 'badge'> & { kind: string; badge: number | null };

/** In Chromium; not in the types. A replaced notification tells again. */
type Options = NotificationOptions & { renotify?: boolean };

/** How long an open window has to say that it shows the page of a notification. */
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

/** A member who looks at the product sees what is new; only a trial is shown beside it. */
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
      // What an open tab has shown already is only replaced (src/notifications.ts).
      renotify: !silent && tag !== '' && idOf(before) !== null && idOf(before) !== id,
    };
    await self.registration.showNotification(title, options);
  });
}

/** Null without one that a push has shown. */
function idOf(notification: Notification | undefined): unknown {
  return (notification?.data as { id?: unknown } | null | undefined)?.id ?? null;
}

/** In a window that is open, which keeps what is typed in it; otherwise in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const path = ownPath((notification.data as { path?: unknown } | null)?.path);
  const windows = await openWindows();
  // The last that had the focus comes first.
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  if (window && (await isShownIn(await window.focus().catch(() => window), path))) return;
  await self.clients.openWindow(path);
}

/** A path of this product; home for anything else. The page checks it once more. */
function ownPath(path: unknown): string {
  const url = typeof path === 'string' && path.startsWith('/') ? URL.parse(path, self.location.origin) : null;
  return url?.origin === self.location.origin ? url.pathname + url.search + url.hash : '/home';
}

/** The page answers once it goes there. It is asked again while it may still be loading; one that is frozen never answers. */
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

/** The push service gives the browser another address now and then: the server must know it. */
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
