import type { PushPayload } from '@guilde/contracts/pushes/rules.ts';
import { type BrowserContext, expect, type Page } from '@playwright/test';

type Shown = { title: string; body: string; tag: string; silent: boolean | null };

export type WorkerOf = {
  /**
   * Pushes messages in quick succession; null has no content. Resolves when the worker has handled them,
   * because a query before that disturbs what is being shown (src/notification-lock.ts).
   */
  push: (...messages: (PushPayload | string | null)[]) => Promise<void>;
  /** The notifications are sorted from the oldest to the newest. */
  shown: () => Promise<Shown[]>;
  /** This is the number on the icon; it is null until the worker has set it. */
  badge: () => Promise<number | null>;
  click: (tag: string) => Promise<void>;
  /** The browser reports the changed subscription by an event, or the page finds it by asking. */
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
        // The next message comes while this one is being shown.
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
