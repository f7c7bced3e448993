import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { animatedWebp } from '../../api/test/device-pictures.ts';
import { animation, screenshot, stripedWithin, stripes } from '../../api/test/uploads.ts';
import { seriousFindings } from './accessible.ts';
import { browse, signUp } from './people.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let claire: Client;
let karim: Client;
let chat: string;

test.beforeAll(async () => {
  server = await startServer();
  const nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
  karim = await signUp(server, 'karim', nina);
  chat = crypto.randomUUID();
  await claire.post('/api/sos', {
    id: chat,
    category: 'ads',
    title: 'Compte publicitaire suspendu',
    description: 'Depuis ce matin, sans explication.',
    isUrgent: false,
    specialties: ['ads'],
  });
  await karim.post<Conversation>(`/api/sos/${chat}/join`);
});
test.afterAll(() => server.close());

const picture = async (background: string, width = 900, height = 600) =>
  Buffer.from(await screenshot(width, height, background));

const log = (page: Page) => page.getByRole('log');
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });

test('screenshots and a table reach the other, through cuts, and are looked at, found and downloaded', async ({
  browser,
}) => {
  const { page } = await browse(browser, server, claire, { viewport: { width: 1440, height: 900 } });
  const other = await browse(browser, server, karim, {
    viewport: { width: 375, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  await Promise.all([page.goto(`/chat?sos=${chat}`), other.page.goto(`/chat?sos=${chat}`)]);
  let cuts = 0;
  await page.route('**/api/files/*/parts/*', (route) => (cuts++ < 2 ? route.abort() : route.continue()));
  const files = page.locator('input[type=file]');
  await files.setInputFiles([
    { name: 'suspension.png', mimeType: 'image/png', buffer: await picture('#1f6f54') },
    { name: 'ventes.csv', mimeType: 'text/csv', buffer: Buffer.from('jour;ventes\n1;12\n') },
  ]);
  const tray = page.getByRole('list', { name: 'Fichiers à envoyer' });
  await expect(tray.getByRole('listitem')).toHaveCount(2);
  await files.setInputFiles([{ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }]);
  await expect(tray.getByText(/Ce fichier est une page web ou un dessin/)).toBeVisible();
  // Neither sending it again nor blurring it would help.
  for (const useless of ['Réessayer d’envoyer logo.svg', 'Flouter logo.svg'])
    await expect(tray.getByRole('button', { name: useless })).toHaveCount(0);
  await tray.getByRole('button', { name: 'Retirer logo.svg' }).click();
  const moving = Buffer.from(await animatedWebp());
  await files.setInputFiles([{ name: 'demo.webp', mimeType: 'image/webp', buffer: moving }]);
  const still = tray.getByRole('listitem').filter({ hasText: 'demo.webp' }).locator('img');
  await expect(still).toHaveJSProperty('naturalWidth', 480);
  // Painting over one frame would hide nothing.
  await expect(tray.getByRole('button', { name: 'Flouter demo.webp' })).toHaveCount(0);
  await tray.getByRole('button', { name: 'Retirer demo.webp' }).click();
  await tray.getByRole('button', { name: 'Décrire suspension.webp' }).click();
  const dialog = page.getByRole('dialog', { name: 'Décrire l’image' });
  await dialog.getByRole('textbox').fill('Le compte est suspendu');
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(tray.getByText('« Le compte est suspendu »')).toBeVisible();
  await composer(page).fill('Voilà ce que je vois');
  await page.screenshot({ path: 'out/tests/files-composer.png' });
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await expect(tray).toBeHidden();
  await expect(composer(page)).toHaveValue('');

  const there = log(other.page);
  await expect(there.getByText('Voilà ce que je vois')).toBeVisible();
  const shown = there.getByRole('button', { name: 'Agrandir : Le compte est suspendu' });
  await expect(shown.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  const download = other.page.waitForEvent('download');
  await there.getByRole('link', { name: /^Télécharger ventes.csv/ }).click();
  expect((await download).suggestedFilename()).toBe('ventes.csv');
  await other.page.screenshot({ path: 'out/tests/files-phone.png' });

  await shown.click();
  const viewer = other.page.getByRole('dialog', { name: 'Le compte est suspendu' });
  await expect(viewer.getByText(/^de Claire, aujourd’hui \d\d:\d\d/)).toBeVisible();
  await expect(viewer.getByRole('img')).toHaveJSProperty('naturalWidth', 900);
  expect(await seriousFindings(other.page)).toEqual([]);
  await other.page.screenshot({ path: 'out/tests/files-viewer-phone.png' });
  await other.page.goBack();
  await expect(viewer).toBeHidden();
  await expect(there.getByText('Voilà ce que je vois')).toBeVisible();

  await other.page.locator('input[type=file]').setInputFiles([
    { name: 'etape-1.png', mimeType: 'image/png', buffer: await picture('#7a1f6f', 600, 900) },
    { name: 'etape-2.gif', mimeType: 'image/gif', buffer: Buffer.from(await animation(300, 450)) },
    { name: 'etape-3.png', mimeType: 'image/png', buffer: await picture('#7a4a1f', 600, 900) },
  ]);
  const send = other.page.getByRole('button', { name: 'Envoyer', exact: true });
  await expect(send).toBeEnabled();
  await send.click();
  const photos = log(page).getByRole('list', { name: 'Photos' }).getByRole('button');
  await expect(photos).toHaveCount(3);
  await page.screenshot({ path: 'out/tests/files-desktop.png' });
  await photos.first().click();
  const large = page.getByRole('dialog');
  await expect(large.getByText(/2 sur 4/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(large.getByText(/3 sur 4/)).toBeVisible();
  // This browser asks for reduced motion.
  await expect(large.locator('img')).toHaveAttribute('src', /preview$/);
  await large.getByRole('button', { name: 'Lire l’animation' }).click();
  await expect(large.locator('img')).toHaveAttribute('src', /full$/);
  await expect(large.getByRole('button', { name: 'Arrêter l’animation' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(large.getByRole('heading', { name: 'Le compte est suspendu' })).toBeVisible();
  await expect(large.getByText(/^de moi, .* 1 sur 4/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('+');
  await expect(large.getByRole('button', { name: 'Voir la photo en entier' })).toBeVisible();
  await page.screenshot({ path: 'out/tests/files-viewer.png' });
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(photos.first()).toBeFocused();

  await page.getByRole('button', { name: 'Fichiers', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Fichiers' });
  await expect(list.getByRole('listitem').filter({ hasText: 'ventes.csv' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.screenshot({ path: 'out/tests/files-list.png' });
});

/** The part's place is in shares of the picture's sides. */
function contrast(page: Page, address: string, part: { x: number; y: number }) {
  return page.evaluate(
    async ([source, { x, y }]) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d');
      context?.drawImage(picture, 0, 0);
      const data = context?.getImageData(x * picture.width, y * picture.height, 30, 30).data ?? [];
      const greens = [...data].filter((_, at) => at % 4 === 1);
      return Math.max(...greens) - Math.min(...greens);
    },
    [address, part] as const,
  );
}

test('what is blurred, by pointer and by keyboard, is gone from the file that is sent', async ({
  browser,
}) => {
  const { page } = await browse(browser, server, claire, { viewport: { width: 1280, height: 800 } });
  await page.goto(`/chat?sos=${chat}`);
  const buffer = Buffer.from(await stripes(800, 600, 4));
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'facture.png', mimeType: 'image/png', buffer }]);
  const tray = page.getByRole('list', { name: 'Fichiers à envoyer' });
  await tray.getByRole('button', { name: 'Flouter facture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Flouter' });
  const box = await dialog.locator('canvas').boundingBox();
  if (!box) throw new Error('no canvas');
  await page.mouse.move(box.x + box.width * 0.05, box.y + box.height * 0.05);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
  await page.mouse.up();
  await expect(dialog.getByText('1 zone floutée')).toBeAttached();
  await dialog.getByRole('button', { name: 'Flouter une zone' }).press('Enter');
  await expect(dialog.getByText('2 zones floutées')).toBeAttached();
  // The new area has the focus.
  for (let step = 0; step < 50; step++) await page.keyboard.press('ArrowRight');
  for (let step = 0; step < 50; step++) await page.keyboard.press('ArrowDown');
  await dialog.getByRole('button', { name: 'Flouter une zone' }).press('Enter');
  await expect(dialog.getByText('3 zones floutées')).toBeAttached();
  await page.keyboard.press('Delete');
  await expect(dialog.getByText('2 zones floutées')).toBeAttached();
  await dialog.getByRole('button', { name: 'Agrandir', exact: true }).click();
  const enlarged = async () => (await dialog.locator('canvas').boundingBox())?.width;
  await expect.poll(enlarged, 'the enlarged picture').toBeGreaterThan(1.4 * box.width);
  expect(await seriousFindings(page)).toEqual([]);
  await page.screenshot({ path: 'out/tests/files-blur.png' });
  await dialog.getByRole('button', { name: 'Terminé' }).click();
  await expect(dialog).toBeHidden();
  await expect(tray.getByRole('button', { name: 'Flouter facture' })).toBeFocused();
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
  const address = () => log(page).locator('img[src^="/api/"]').last().getAttribute('src');
  await expect(tray).toBeHidden();
  await page.reload();
  await expect(log(page).locator('img[src^="/api/"]').last()).toBeVisible();
  const full = ((await address()) ?? '').replace(/preview$/, 'full');
  expect(await contrast(page, full, { x: 0.5, y: 0.5 })).toBeGreaterThan(150);
  expect(await contrast(page, full, { x: 0.1, y: 0.1 })).toBeLessThan(40);
  expect(await contrast(page, full, { x: 0.9, y: 0.9 })).toBeLessThan(40);
});

/** The keyboard’s first area, in shares of the sides. */
const FRAME = { x: 0.3, y: 0.4, width: 0.4, height: 0.2 };

test('what is sent does not depend on what was blurred', async ({ browser }) => {
  const { page } = await browse(browser, server, claire, { viewport: { width: 1280, height: 800 } });
  await page.goto(`/chat?sos=${chat}`);
  const tray = page.getByRole('list', { name: 'Fichiers à envoyer' });
  const send = async (text: string, picture: Parameters<typeof stripedWithin>[1]) => {
    await page.locator('input[type=file]').setInputFiles({
      name: `facture.${picture.type}`,
      mimeType: `image/${picture.type}`,
      buffer: Buffer.from(await stripedWithin(FRAME, picture)),
    });
    await tray.getByRole('button', { name: 'Flouter facture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Flouter' });
    await dialog.getByRole('button', { name: 'Flouter une zone' }).click();
    await dialog.getByRole('button', { name: 'Terminé' }).click();
    await composer(page).fill(text);
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
    await expect(tray).toBeHidden();
  };
  /** Others get a small and a full version. */
  const served = async (text: string) => {
    const message = log(page).getByRole('listitem').filter({ hasText: text });
    const preview = (await message.locator('img[src^="/api/"]').getAttribute('src')) ?? '';
    const addresses = [preview, preview.replace(/preview$/, 'full')];
    return Promise.all(addresses.map(async (address) => (await page.request.get(address)).body()));
  };
  const small = { type: 'jpeg', width: 820, height: 620 } as const;
  // The picture has more pixels than the server stores.
  const large = { type: 'png', width: 4500, height: 3100 } as const;
  await send('Petite, un', { ...small, stripe: 3 });
  await send('Petite, deux', { ...small, stripe: 5 });
  await send('Grande, un', { ...large, stripe: 3 });
  await send('Grande, deux', { ...large, stripe: 5 });
  await page.reload();
  expect(await served('Petite, deux')).toEqual(await served('Petite, un'));
  expect(await served('Grande, deux')).toEqual(await served('Grande, un'));
});

test('with a finger, in the dark and at 320 px: a picture is blurred by a stroke and by a tap, sent, and enlarged', async ({
  browser,
}) => {
  const { page } = await browse(browser, server, claire, {
    viewport: { width: 320, height: 640 },
    colorScheme: 'dark',
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(`/chat?sos=${chat}`);
  const buffer = Buffer.from(await stripes(800, 600, 4));
  const tray = page.getByRole('list', { name: 'Fichiers à envoyer' });
  const sent = Promise.withResolvers<void>();
  await page.route('**/api/files/*/parts/*', (route) => sent.promise.then(() => route.continue()));
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'facture.png', mimeType: 'image/png', buffer }]);
  const blur = tray.getByRole('button', { name: 'Flouter facture' });
  await expect(tray.getByRole('progressbar')).toBeVisible();
  const before = await blur.boundingBox();
  sent.resolve();
  await expect(tray.getByRole('button', { name: 'Décrire facture' })).toBeVisible();
  expect(await blur.boundingBox(), 'once the file is sent').toEqual(before);
  await blur.tap();
  const dialog = page.getByRole('dialog', { name: 'Flouter' });
  const box = await dialog.locator('canvas').boundingBox();
  if (!box) throw new Error('no canvas');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        share === undefined ? [] : [{ x: box.x + box.width * share, y: box.y + box.height * share }],
    });
  await touch('touchStart', 0.05);
  for (const share of [0.1, 0.2, 0.3]) await touch('touchMove', share);
  await touch('touchEnd');
  await expect(dialog.getByText('1\u00a0zone floutée')).toBeAttached();
  await page.screenshot({ path: 'out/tests/files-blur-320.png' });
  await page.touchscreen.tap(box.x + box.width * 0.7, box.y + box.height * 0.8);
  await expect(dialog.getByText('2\u00a0zones floutées')).toBeAttached();
  await expect(dialog.getByRole('button', { name: /^Zone floutée 2/ })).toBeFocused();
  // A tap on a covered part selects it.
  await page.touchscreen.tap(box.x + box.width * 0.1, box.y + box.height * 0.1);
  await expect(dialog.getByRole('button', { name: /^Zone floutée 1/ })).toBeFocused();
  await expect(dialog.getByText('2\u00a0zones floutées')).toBeAttached();
  for (const name of ['Flouter une zone', 'Retirer la zone', 'Terminé'])
    await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Terminé' }).tap();
  await page.getByRole('button', { name: 'Envoyer', exact: true }).tap();
  await expect(tray).toBeHidden();
  const pictures = log(page).getByRole('button', { name: /^Agrandir/ });
  await pictures.last().tap();
  const viewer = page.getByRole('dialog');
  const full = viewer.locator('img');
  await expect(full).toHaveJSProperty('naturalWidth', 800);
  const address = (await full.getAttribute('src')) ?? '';
  expect(await contrast(page, address, { x: 0.5, y: 0.5 })).toBeGreaterThan(150);
  expect(await contrast(page, address, { x: 0.1, y: 0.1 })).toBeLessThan(40);
  expect(await contrast(page, address, { x: 0.7, y: 0.8 })).toBeLessThan(40);
  const small = (await full.boundingBox())?.width ?? 0;
  await full.tap();
  await expect(viewer.getByRole('button', { name: 'Voir la photo en entier' })).toBeVisible();
  await expect.poll(async () => (await full.boundingBox())?.width).toBeGreaterThanOrEqual(1.9 * small);
  await full.tap();
  const middle = { x: 160, y: 320 };
  await finger.send('Input.synthesizePinchGesture', { ...middle, scaleFactor: 2 });
  await expect.poll(() => page.evaluate(() => visualViewport?.scale ?? 1)).toBeGreaterThan(1.5);
  await page.screenshot({ path: 'out/tests/files-viewer-320.png' });
});
