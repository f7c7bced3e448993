import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import type { PersonName } from '../../api/test/people.ts';
import { type PushService, startPushService } from '../../api/test/push-service.ts';
import { signUp } from './people.ts';
import { close, move, openPushed, phoneOf } from './phones.ts';
import { type Server, startServer } from './server.ts';

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
  const { device } = service;
  const author = await phoneOf(browser, nina, device());
  const claire = await phoneOf(browser, await member('claire'), device());
  const karimsClient = await member('karim');
  const karim = await phoneOf(browser, karimsClient, device());
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
    await openPushed(claire, alert.payload);
  });

  await test.step('who joins is told to the author, in a pocket', async () => {
    await claire.page.getByRole('button', { name: 'Je peux aider' }).click();
    const { payload } = await author.device.next();
    expect(payload).toMatchObject({ kind: 'joined' });
    await author.page.goto('/home');
    await close(author);
  });

  await test.step('an author who is looking is told by the page alone', async () => {
    await author.page.goto(`/sos/${sosId}`);
    await expect(author.page.getByRole('heading', { name: 'Annonces refusées' }).first()).toBeVisible();
    await move(author.page, author.isLooking);
    expect((await karimsClient.post(`/api/sos/${sosId}/join`)).status).toBe(200);
    await expect(author.page.getByText('Karim').first()).toBeVisible();
  });

  await test.step('a phone that has signed out is asked no more; the others are, under the address that they have now', async () => {
    await karim.page.goto('/home');
    await karim.page.getByRole('button', { name: /Ouvrir ou replier le menu/ }).click();
    await karim.page.getByRole('button', { name: /Mon compte/ }).click();
    await karim.page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await expect(karim.page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
    await close(claire);
    const before = [karim, claire].map((phone) => phone.device.asked());
    const [first, renewed, useless] = [device(), device(), device()];
    await claire.worker.renew(first.subscription, 'event');
    await claire.worker.renew(renewed.subscription, 'asking');
    await karim.worker.renew(useless.subscription, 'event');
    const second = await launchSos(nina, 'Compte suspendu');
    expect((await renewed.next()).payload.path).toBe(`/sos/${second}`);
    expect([karim, claire].map((phone) => phone.device.asked())).toEqual(before);
    expect([first, useless].map((unused) => unused.asked())).toEqual([0, 0]);
    // While she looked, only the page said who came second.
    expect(author.device.delivered.map(({ payload }) => payload.kind)).toEqual(['joined']);
  });
  for (const { page } of [author, claire, karim]) await page.context().close();
});
