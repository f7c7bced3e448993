import type { PushPayload } from '@guilde/contracts/pushes/rules.ts';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import type { PushDeviceStandIn } from '../../api/test/push-service.ts';
import { browse } from './people.ts';
import { serviceWorkerOf, type WorkerOf } from './service-worker.ts';

/** The browser’s own push service cannot be reached: what it gives and keeps is played, the rest is real. */
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

/** A member’s phone with notifications on, as the settings turn them on. */
export async function phoneOf(browser: Browser, client: Client, device: PushDeviceStandIn): Promise<Phone> {
  const viewport = { width: 375, height: 812 };
  const { page, context } = await browse(browser, client, client, {
    viewport,
    isMobile: true,
    hasTouch: true,
  });
  await context.grantPermissions(['notifications'], { origin: client.url });
  await context.addInitScript(playSubscriptions, device.subscription);
  // The page says only every 25 seconds that somebody looks: what watches it must hear the first time.
  const isLooking = await attentionOf(client, context);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Activer même quand Guilde est fermée' }).click();
  await expect(page.getByText('Guilde te prévient ici, même quand elle est fermée.')).toBeVisible();
  return {
    page,
    device,
    worker: await serviceWorkerOf(context, page),
    isLooking,
  };
}

/** A member who looks at home on a computer, as the server knows. */
export async function atDesktop(browser: Browser, client: Client): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const { page, context } = await browse(browser, client, client, { viewport });
  const isLooking = await attentionOf(client, context);
  await page.goto('/home');
  await move(page, isLooking);
  return page;
}

/** The mouse, until the server knows that somebody looks. */
export async function move(page: Page, isLooking: () => boolean) {
  let step = 0;
  const looksAfterMoving = async () => {
    await page.mouse.move(++step % 100, 100);
    return isLooking();
  };
  await expect.poll(looksAfterMoving).toBe(true);
}

/** Whether a client of the member says that somebody looks; until the browser is closed. */
async function attentionOf(client: Client, context: BrowserContext): Promise<() => boolean> {
  const live = await client.live();
  context.once('close', () => live.close());
  return () => {
    const states = live.events.flatMap((event) => (event.type === 'attention' ? [event] : []));
    const last = new Map(states.map(({ connectionId, state }) => [connectionId, state]));
    return [...last.values()].includes('looking');
  };
}

/** As in a pocket: the app is closed, as the server knows; its worker is not. */
export async function close({ page, isLooking }: Phone) {
  // What the page says of its end is heard after what it said before.
  await move(page, isLooking);
  await page.goto('about:blank');
  await expect.poll(isLooking).toBe(false);
}

/** What was pushed is shown, and a click on it leads to its page in the window that is open. */
export async function openPushed({ page, worker }: Phone, push: PushPayload) {
  await worker.push(push);
  await page.goto('/home');
  // The worker asks a page for three seconds, and then opens a window, which nothing played may do.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await worker.click(push.tag);
  await expect(page).toHaveURL(new RegExp(`${push.path}$`));
}
