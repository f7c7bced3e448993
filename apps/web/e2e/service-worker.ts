import type { PushPayload } from '@guilde/contracts/pushes/rules.ts';
import { type BrowserContext, expect, type Page } from '@playwright/test';

type Shown = { title: string; body: string; tag: string; silent: boolean | null };

export type WorkerOf = {
  /**
   * As the browser's push service does, which is out of reach here, one close behind the other; null for one without
   * content. Resolves once the worker is done with them: who asks before what is shown disturbs it (src/notification-lock.ts).
   */
  push: (...messages: (PushPayload | string | null)[]) => Promise<void>;
  /** On the screen now, the oldest first. */
  shown: () => Promise<Shown[]>;
  /** The number on the icon, as the worker has set it; null before. */
  badge: () => Promise<number | null>;
  click: (tag: string) => Promise<void>;
  /** The push service has another address for the browser, which says so itself, or leaves it to be asked for. */
  renew: (subscription: SentSubscription, by: 'event' | 'asking') => Promise<void>;
};

type SentSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

type Inside = ServiceWorkerScope & { badgeSet?: number; pushes: Promise<unknown>[] };
type ServiceWorkerScope = {
  registration: ServiceWorkerRegistration;
  navigator: Navigator;
  PushManager: typeof PushManager;
  dispatchEvent: (event: Event) => boolean;
  ExtendableEvent: { prototype: Event & { waitUntil: (work: Promise<unknown>) => void } };
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
};

/** The active worker of a member's browser, driven as the browser itself does. */
export async function serviceWorkerOf(context: BrowserContext, page: Page): Promise<WorkerOf> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const cdp = await context.newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ isDeleted }) => !isDeleted);
    if (own) resolve(own.registrationId);
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await promise;
  const origin = new URL(page.url()).origin;
  const worker = () => {
    const [found] = context.serviceWorkers();
    if (!found) throw new Error('No service worker runs');
    return found;
  };
  await expect.poll(() => context.serviceWorkers().length).toBeGreaterThan(0);
  await worker().evaluate(() => {
    const inside = globalThis as unknown as Inside;
    inside.navigator.setAppBadge = async (count) => {
      inside.badgeSet = count ?? 0;
    };
    inside.pushes = [];
    const { waitUntil } = inside.ExtendableEvent.prototype;
    inside.ExtendableEvent.prototype.waitUntil = function (work) {
      if (this.type === 'push') inside.pushes.push(work);
      waitUntil.call(this, work);
    };
  });
  const begun = () => worker().evaluate(() => (globalThis as unknown as Inside).pushes.length);
  return {
    push: async (...messages) => {
      const before = await begun();
      for (const message of messages) {
        const data = typeof message === 'string' ? message : message ? JSON.stringify(message) : '';
        await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
        // The next comes while this one is being shown.
        await begun();
      }
      await expect.poll(begun).toBe(before + messages.length);
      await worker().evaluate(() =>
        Promise.all((globalThis as unknown as Inside).pushes).then(() => undefined),
      );
    },
    shown: () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const notifications = await registration.getNotifications();
        return notifications.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }));
      }),
    badge: () => worker().evaluate(() => (globalThis as unknown as Inside).badgeSet ?? null),
    click: (tag) =>
      worker().evaluate(async (wanted) => {
        const inside = globalThis as unknown as Inside;
        const [notification] = await inside.registration.getNotifications({ tag: wanted });
        if (!notification) throw new Error(`No notification « ${wanted} »`);
        inside.dispatchEvent(new inside.NotificationEvent('notificationclick', { notification }));
      }, tag),
    renew: (subscription, by) =>
      worker().evaluate(
        async ({ sent, isGiven }) => {
          const inside = globalThis as unknown as Inside;
          const renewed = { toJSON: () => sent };
          const options = { userVisibleOnly: true };
          Object.assign(inside.PushManager.prototype, {
            getSubscription: async () => null,
            subscribe: async (asked: unknown) => (asked === options ? renewed : null),
          });
          const works: Promise<unknown>[] = [];
          const event = Object.assign(new Event('pushsubscriptionchange'), {
            oldSubscription: { options },
            newSubscription: isGiven ? renewed : null,
            waitUntil: (work: Promise<unknown>) => works.push(work),
          });
          inside.dispatchEvent(event);
          if (works.length === 0) throw new Error('Nobody listens');
          await Promise.all(works);
        },
        { sent: subscription, isGiven: by === 'event' },
      ),
  };
}
