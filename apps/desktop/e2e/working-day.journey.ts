import type { History } from '@guilde/contracts/conversations/rules.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type DesktopApp, startApp } from './app.ts';
import { type Community, FROM_KARIM, postSos, SOS_ID, startCommunity } from './community.ts';
import { goTo, signIn } from './members.ts';

let community: Community;

test.beforeAll(async () => {
  community = await startCommunity();
});
test.beforeEach(() => community.readAll());
test.afterAll(() => community.server.close());

/** Starts the app on a computer where Claire has never signed in, and signs her in. */
async function begin(browser: Browser): Promise<{ app: DesktopApp; page: Page }> {
  const app = await startApp(browser, community.server.url);
  const page = await app.page();
  await signIn(page, 'claire');
  await expect(page.getByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();
  return { app, page };
}

/** Gives the folder of a computer on which Claire is signed in. */
async function signedInFolder(browser: Browser): Promise<string> {
  const { app } = await begin(browser);
  await app.quit();
  return app.fake.folder;
}

const isGreeting = ([, value]: [channel: string, value: unknown]) =>
  (value as { frame?: string } | null)?.frame?.includes('"type":"hello"') ?? false;
const onScreen = ({ fake }: DesktopApp) => fake.notifications.filter((one) => one.isOnScreen);
const look = ({ fake }: DesktopApp, isLooking: boolean) => {
  const window = fake.windows[0];
  if (isLooking) window?.focus();
  else window?.blur();
};

test('a message raises the badge and a notification that leads to the chat; reading clears both', async ({
  browser,
}) => {
  const { app, page } = await begin(browser);
  // The page's own socket replaces the app's, and messages before its greeting are only counted.
  await expect.poll(() => app.fake.windows[0]?.webContents.sent.some(isGreeting)).toBe(true);
  look(app, false);
  await community.write('As-tu un numéro de dossier ?');
  await expect
    .poll(() => onScreen(app).map(({ options }) => [options.title, options.body]))
    .toEqual([[FROM_KARIM, 'As-tu un numéro de dossier ?']]);
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

  await community.write('Regarde aussi tes e-mails.');
  await expect(page.getByRole('log').getByText('Regarde aussi tes e-mails.')).toBeVisible();
  expect(onScreen(app), 'nothing about the chat that one looks at').toEqual([]);
  await expect.poll(community.unread).toBe(0);
  expect(app.problems).toEqual([]);
  await app.quit();
  app.fake.remove();
});

test('started with the computer it has no window, and still says who needs me', async ({ browser }) => {
  const folder = await signedInFolder(browser);
  const app = await startApp(browser, community.server.url, { folder, args: ['--hidden'] });
  await expect.poll(() => app.fake.receivedTypes).toContain('hello');
  expect(app.fake.windows).toEqual([]);
  const newSos = '1c9d3a55-52c4-4d0f-9e0e-1f5b6a7c8d9e';
  await community.write('Encore là ?');
  await expect.poll(() => onScreen(app).length).toBe(1);
  await postSos(community.karim, newSos, 'Pixel qui ne remonte plus');
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
  app.fake.remove();
});

test('without the server it says so, keeps what is typed and recovers by itself', async ({ browser }) => {
  await community.write('Que disent tes e-mails ?');
  const { app, page } = await begin(browser);
  await goTo(page, `/chat?sos=${SOS_ID}`);
  const composer = page.getByRole('textbox', { name: /message/i });
  // The conversation must be loaded before the server goes, or the page shows only that loading failed.
  await expect(page.getByRole('log').getByText('Que disent tes e-mails ?')).toBeVisible();
  await composer.fill('Merci, je');
  await community.server.kill();
  await expect(page.getByText('Reconnexion…')).toBeVisible();
  await composer.press('End');
  await composer.pressSequentially(' l’envoie ce soir.');
  await composer.press('Enter');
  await expect(page.getByRole('log').getByText('Merci, je l’envoie ce soir.')).toBeVisible();
  await community.server.start();
  app.fake.powerMonitor.emit('resume');
  await expect(page.getByText('Reconnexion…')).toHaveCount(0);
  const said = async () => {
    const { body } = await community.karim.get<History>(
      `/api/conversations/${community.conversationId}/messages`,
    );
    return body.messages.filter(({ content }) => content === 'Merci, je l’envoie ce soir.').length;
  };
  await expect.poll(said).toBe(1);
  await app.quit();
  app.fake.remove();
});

test('started while the server is away it shows no empty window, and comes back', async ({ browser }) => {
  const folder = await signedInFolder(browser);
  await community.server.kill();
  const app = await startApp(browser, community.server.url, { folder });
  const page = await app.page();
  await expect(page.getByText('Guilde ne répond pas')).toBeVisible();
  await community.server.start();
  await expect(page.getByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();
  await app.quit();
  app.fake.remove();
});

test('an update is offered, but never while somebody types', async ({ browser }) => {
  const { app, page } = await begin(browser);
  await goTo(page, `/chat?sos=${SOS_ID}`);
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
