import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { openLive } from '../../api/test/live-client.ts';
import type { PersonName } from '../../api/test/people.ts';
import { type PushDeviceStandIn, type PushService, startPushService } from '../../api/test/push-service.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';
import { serviceWorkerOf, type WorkerOf } from './service-worker.ts';

let service: PushService;
let server: Server;
let nina: Client;

test.beforeAll(async () => {
  service = await startPushService();
  server = await startServer(service.env);
  nina = await signUp(server, 'nina');
});
test.afterAll(async () => {
  await server.close();
  await service.stop();
});

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

type Phone = { page: Page; device: PushDeviceStandIn; worker: WorkerOf; isLooking: () => boolean };

/** A member’s phone with notifications on, as the settings turn them on. */
async function phoneOf(browser: Browser, client: Client): Promise<Phone> {
  const device = service.device();
  const live = await openLive(
    server.url,
    [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
  );
  const viewport = { width: 375, height: 812 };
  const { page, context } = await browse(browser, server, client, {
    viewport,
    isMobile: true,
    hasTouch: true,
  });
  await context.grantPermissions(['notifications'], { origin: server.url });
  await context.addInitScript(playSubscriptions, device.subscription);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Activer même quand Guilde est fermée' }).click();
  await expect(page.getByText('Guilde te prévient ici, même quand elle est fermée.')).toBeVisible();
  const isLooking = () => {
    const states = live.events.flatMap((event) => (event.type === 'attention' ? [event] : []));
    const last = new Map(states.map(({ connectionId, state }) => [connectionId, state]));
    return [...last.values()].includes('looking');
  };
  context.once('close', () => live.close());
  return { page, device, worker: await serviceWorkerOf(context, page), isLooking };
}

/** As in a pocket: the app is closed, as the server knows; its worker is not. */
async function close({ page, isLooking }: Phone) {
  await page.goto('about:blank');
  await expect.poll(isLooking).toBe(false);
}

const member = (name: PersonName) => signUp(server, name, nina);

async function launchSos(author: Client, title: string): Promise<string> {
  const id = randomUUID();
  const answer = await author.post('/api/sos', {
    id,
    category: 'ads',
    title,
    description: 'Depuis ce matin, plus rien ne part.',
    isUrgent: false,
    specialties: ['ads'],
  });
  expect(answer.status).toBe(200);
  return id;
}

test('an SOS reaches two phones in pockets; a click leads there, joining is told to the author, signing out ends it', async ({
  browser,
}) => {
  const author = await phoneOf(browser, nina);
  const claire = await phoneOf(browser, await member('claire'));
  const karimsClient = await member('karim');
  const karim = await phoneOf(browser, karimsClient);
  for (const phone of [author, claire, karim]) await close(phone);
  const sosId = await launchSos(nina, 'Annonces refusées');

  await test.step('both are asked, and find the SOS by the notification', async () => {
    for (const { device } of [claire, karim]) {
      const { payload, urgency } = await device.next();
      expect(payload).toMatchObject({ kind: 'alert', path: `/sos/${sosId}` });
      expect(payload.title).toContain('Annonces refusées');
      expect(urgency).toBe('high');
    }
    expect(author.device.delivered).toEqual([]);
    const [alert] = claire.device.delivered;
    if (!alert) throw new Error('Nothing was delivered');
    await claire.worker.push(alert.payload);
    await claire.page.goto('/home');
    await claire.worker.click(alert.payload.tag);
    await expect(claire.page).toHaveURL(new RegExp(`/sos/${sosId}$`));
  });

  await test.step('who joins is told to the author, in a pocket', async () => {
    await claire.page.getByRole('button', { name: 'Répondre' }).click();
    const { payload } = await author.device.next();
    expect(payload).toMatchObject({ kind: 'joined' });
    await author.page.goto('/home');
    await close(author);
  });

  await test.step('an author who is looking is told by the page alone', async () => {
    await author.page.goto(`/sos/${sosId}`);
    await expect(author.page.getByRole('heading', { name: 'Annonces refusées' }).first()).toBeVisible();
    const move = (step: number) => author.page.mouse.move(step % 100, 100);
    let step = 0;
    const looksAfterMoving = async () => {
      await move(++step);
      return author.isLooking();
    };
    await expect.poll(looksAfterMoving).toBe(true);
    expect((await karimsClient.post(`/api/sos/${sosId}/join`)).status).toBe(200);
    await expect(author.page.getByText('Karim').first()).toBeVisible();
  });

  await test.step('a phone that has signed out is asked no more; the others are', async () => {
    await karim.page.goto('/home');
    await karim.page.getByRole('button', { name: /Ouvrir ou replier le menu/ }).click();
    await karim.page.getByRole('button', { name: /Mon compte/ }).click();
    await karim.page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await expect(karim.page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
    await close(claire);
    const before = karim.device.asked();
    const second = await launchSos(nina, 'Compte suspendu');
    await expect
      .poll(() => claire.device.delivered.map(({ payload }) => payload.path))
      .toContain(`/sos/${second}`);
    expect(karim.device.asked()).toBe(before);
    // While she looked, only the page told her who came second.
    expect(author.device.delivered.map(({ payload }) => payload.kind)).toEqual(['joined']);
  });
  for (const { page } of [author, claire, karim]) await page.context().close();
});
