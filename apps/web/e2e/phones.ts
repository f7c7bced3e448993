import type { PushPayload } from '@guilde/contracts/pushes/rules.ts';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import type { PushDeviceStandIn } from '../../api/test/push-service.ts';
import { browse } from './people.ts';
import { serviceWorkerOf, type WorkerOf } from './service-worker.ts';

/** The browser’s own push service cannot be reached here, so its subscriptions are simulated. */
function playSubscriptions(subscription: PushDeviceStandIn['subscription']): void {
  const key = 'played-subscription';
  const given = () => ({
    ...subscription,
    toJSON: () => subscription,
    unsubscribe: async () => {
      localStorage.removeItem(key);
      return true;
    },
  });
  Object.assign(PushManager.prototype, {
    subscribe: async () => {
      localStorage.setItem(key, 'true');
      return given();
    },
    getSubscription: async () => (localStorage.getItem(key) ? given() : null),
  });
}

export type Phone = { page: Page; device: PushDeviceStandIn; worker: WorkerOf; isLooking: () => boolean };

/** Opens a member’s phone, on which notifications were turned on in the settings. */
export async function phoneOf(browser: Browser, client: Client, device: PushDeviceStandIn): Promise<Phone> {
  const viewport = { width: 375, height: 812 };
  const { page, context } = await browse(browser, client, client, {
    viewport,
    isMobile: true,
    hasTouch: true,
  });
  await context.grantPermissions(['notifications'], { origin: client.url });
  await context.addInitScript(playSubscriptions, device.subscription);
  // The page reports attention only every 25 seconds, so the watcher must be there for the first report.
  const isLooking = await attentionOf(client, context);
  await page.goto('/settings/notifications');
  await page.getByRole('button', { name: 'Activer, même application fermée' }).click();
  await expect(page.getByText('Guilde te prévient ici, même application fermée.')).toBeVisible();
  return {
    page,
    device,
    worker: await serviceWorkerOf(context, page),
    isLooking,
  };
}

export async function atDesktop(browser: Browser, client: Client): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const { page, context } = await browse(browser, client, client, { viewport });
  const isLooking = await attentionOf(client, context);
  await page.goto('/home');
  await move(page, isLooking);
  return page;
}

export async function move(page: Page, isLooking: () => boolean) {
  let step = 0;
  const looksAfterMoving = async () => {
    await page.mouse.move(++step % 100, 100);
    return isLooking();
  };
  await expect.poll(looksAfterMoving).toBe(true);
}

/** The function says whether a client of the member reports attention, until the browser is closed. */
async function attentionOf(client: Client, context: BrowserContext): Promise<() => boolean> {
  const live = await client.live();
  context.once('close', () => live.close());
  return () => {
    const states = live.events.flatMap((event) => (event.type === 'attention' ? [event] : []));
    const last = new Map(states.map(({ connectionId, state }) => [connectionId, state]));
    return [...last.values()].includes('looking');
  };
}

/** The app is closed, as the server knows, but its worker goes on. */
export async function close({ page, isLooking }: Phone) {
  // The server handles the page's last report after the earlier ones.
  await move(page, isLooking);
  await page.goto('about:blank');
  await expect.poll(isLooking).toBe(false);
}

export async function openPushed({ page, worker }: Phone, push: PushPayload) {
  await worker.push(push);
  await page.goto('/home');
  // When no page answers in three seconds, the worker opens a window, which a simulated click may not do.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await worker.click(push.tag);
  await expect(page).toHaveURL(new RegExp(`${push.path}$`));
}
