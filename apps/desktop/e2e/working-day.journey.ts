import type { History, Unread } from '@guilde/contracts/conversations/rules.ts';
import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { PASSWORD, PEOPLE, signUp } from '../../web/e2e/people.ts';
import { type Server, startServer } from '../../web/e2e/server.ts';
import { type DesktopApp, startApp } from './app.ts';

const SOS_ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';
const TITLE = 'Compte publicitaire suspendu';

let server: Server;
let claire: Client;
let karim: Client;
let conversationId: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
  karim = await signUp(server, 'karim', nina);
  await postSos(claire, SOS_ID, TITLE);
  conversationId = (await karim.post<{ id: string }>(`/api/sos/${SOS_ID}/join`)).body.id;
});
test.afterAll(() => server.close());

async function postSos(author: Client, id: string, title: string) {
  const description = 'Suspendu ce matin, sans explication : que faire en premier ?';
  const specialties = ['ads'];
  await author.post('/api/sos', { id, category: 'ads', title, description, isUrgent: false, specialties });
}

const write = (from: Client, content: string) =>
  from.post(`/api/conversations/${conversationId}/messages`, { id: crypto.randomUUID(), content });

async function openAsClaire(app: DesktopApp): Promise<Page> {
  const page = await app.page();
  const signIn = page.getByRole('button', { name: 'Se connecter', exact: true });
  const home = page.getByRole('heading', { name: 'Bonjour Claire' });
  await expect(signIn.or(home)).toBeVisible();
  if (await signIn.isVisible()) {
    await page.getByLabel('E-mail').fill(PEOPLE.claire.email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await signIn.click();
  }
  await expect(home).toBeVisible();
  return page;
}

const isGreeting = ([, value]: [channel: string, value: unknown]) =>
  (value as { frame?: string } | null)?.frame?.includes('"type":"hello"') ?? false;
const onScreen = ({ fake }: DesktopApp) => fake.notifications.filter((one) => one.isOnScreen);
const look = ({ fake }: DesktopApp, isLooking: boolean) => {
  const window = fake.windows[0];
  if (isLooking) window?.focus();
  else window?.blur();
};

let folder: string;

test('a message raises the badge and a notification that leads to the chat; reading clears both', async ({
  browser,
}) => {
  const app = await startApp(browser, server.url);
  folder = app.fake.folder;
  const page = await openAsClaire(app);
  // The page's own socket replaces the app's, and messages before its greeting are only counted.
  await expect.poll(() => app.fake.windows[0]?.webContents.sent.some(isGreeting)).toBe(true);
  look(app, false);
  await write(karim, 'As-tu un numéro de dossier ?');
  await expect
    .poll(() => onScreen(app).map(({ options }) => [options.title, options.body]))
    .toEqual([[`Karim Benali · ${TITLE}`, 'As-tu un numéro de dossier ?']]);
  await expect.poll(() => app.fake.app.badge).toBe(1);
  expect(app.fake.trays[0]).toMatchObject({
    toolTip: 'Guilde\u00a0: 1 message non lu',
    image: expect.stringContaining('tray-unread'),
  });
  await expect(page).toHaveTitle(/^\(1\) /);

  app.fake.windows[0]?.hide();
  app.fake.notifications[0]?.emit('click');
  await expect(page.getByRole('log').getByText('As-tu un numéro de dossier ?')).toBeVisible();
  expect(app.fake.windows[0]).toMatchObject({ visible: true, focused: true });
  await expect.poll(() => app.fake.app.badge).toBe(0);
  expect(app.fake.trays[0]?.toolTip).toBe('Guilde');
  await expect.poll(() => onScreen(app)).toEqual([]);

  await write(karim, 'Regarde aussi tes e-mails.');
  await expect(page.getByRole('log').getByText('Regarde aussi tes e-mails.')).toBeVisible();
  expect(onScreen(app), 'nothing about the chat that one looks at').toEqual([]);
  const unread = async () => (await claire.get<Unread>('/api/conversations/unread')).body.total;
  await expect.poll(unread).toBe(0);
  expect(app.problems).toEqual([]);
  await app.quit();
});

test('started with the computer it has no window, and still says who needs me', async ({ browser }) => {
  const app = await startApp(browser, server.url, { folder, args: ['--hidden'] });
  await expect.poll(() => app.fake.receivedTypes).toContain('hello');
  expect(app.fake.windows).toEqual([]);
  const newSos = '1c9d3a55-52c4-4d0f-9e0e-1f5b6a7c8d9e';
  await write(karim, 'Encore là ?');
  await expect.poll(() => onScreen(app).length).toBe(1);
  await postSos(karim, newSos, 'Pixel qui ne remonte plus');
  await expect
    .poll(() => onScreen(app).some(({ options }) => /^SOS\s: Pixel/.test(options.title ?? '')))
    .toBe(true);
  expect(app.fake.app.badge).toBeGreaterThan(0);

  app.fake.notifications.find(({ options }) => options.title?.includes('Pixel'))?.emit('click');
  const page = await app.page();
  await expect(page.getByRole('heading', { name: 'Pixel qui ne remonte plus' }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pixel qui ne remonte plus' }).first()).toBeVisible();
  await app.quit();
});

test('without the server it says so, keeps what is typed and recovers by itself', async ({ browser }) => {
  const app = await startApp(browser, server.url, { folder, args: [`guilde://chat/${SOS_ID}`] });
  const page = await app.page();
  const composer = page.getByRole('textbox', { name: /message/i });
  // Without what was said before, the page would show that it could not be loaded.
  await expect(page.getByRole('log').getByText('Regarde aussi tes e-mails.')).toBeVisible();
  await composer.fill('Merci, je');
  await server.kill();
  await expect(page.getByText('Reconnexion…')).toBeVisible();
  await composer.press('End');
  await composer.pressSequentially(' l’envoie ce soir.');
  await composer.press('Enter');
  await expect(page.getByRole('log').getByText('Merci, je l’envoie ce soir.')).toBeVisible();
  await server.start();
  app.fake.powerMonitor.emit('resume');
  await expect(page.getByText('Reconnexion…')).toHaveCount(0);
  const said = async () => {
    const { body } = await karim.get<History>(`/api/conversations/${conversationId}/messages`);
    return body.messages.filter(({ content }) => content === 'Merci, je l’envoie ce soir.').length;
  };
  await expect.poll(said).toBe(1);
  await app.quit();
});

test('started while the server is away it shows no empty window, and comes back', async ({ browser }) => {
  await server.kill();
  const app = await startApp(browser, server.url, { folder });
  const page = await app.page();
  await expect(page.getByText('Guilde ne répond pas')).toBeVisible();
  await server.start();
  await expect(page.getByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();
  await app.quit();
});

test('an update is offered, but never while somebody types', async ({ browser }) => {
  const app = await startApp(browser, server.url, { folder, args: [`guilde://chat/${SOS_ID}`] });
  const page = await app.page();
  const composer = page.getByRole('textbox', { name: /message/i });
  await composer.fill('Je regarde');
  const contents = app.fake.windows[0]?.webContents;
  const state = await app.fake.invoke('state');
  contents?.send('state-changed', {
    ...(state as object),
    update: { version: '0.2.0', ready: true, download: null },
  });
  const restart = page.getByRole('button', { name: 'Redémarrer pour mettre à jour' });
  await expect(composer).toBeFocused();
  await expect(restart).toHaveCount(0);
  await composer.fill('');
  await expect(restart).toBeVisible();
  await page.getByRole('button', { name: 'Plus tard' }).click();
  await expect(restart).toHaveCount(0);
  contents?.send('state-changed', { ...(state as object), compatibility: 'client-too-old' });
  await expect(page.getByRole('alert')).toContainText('n’est plus prise en charge');
  expect(app.problems).toEqual([]);
  await app.quit();
  app.fake.remove();
});
