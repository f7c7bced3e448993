import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import type { Settings } from '@guilde/contracts/settings/rules.ts';
import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import type { Server } from '../../web/e2e/server.ts';
import { type Community, FROM_KARIM, SOS_ID, startCommunity, TITLE } from './community.ts';
import {
  type Computer,
  createComputer,
  needElectron,
  needRecorder,
  type RealApp,
  record,
  signIn,
} from './real-app.ts';

let server: Server;
let computer: Computer;
let claire: Client;
let karim: Client;
let conversationId: string;
let write: Community['write'];
let readAll: Community['readAll'];
let app: RealApp;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  needElectron();
  needRecorder();
  ({ server, claire, karim, conversationId, write, readAll } = await startCommunity());
  computer = await createComputer(mkdtempSync(join(tmpdir(), 'guilde-day-')), server.url);
});
test.afterAll(async () => {
  await computer?.close();
  await server?.close();
});

const said = (content: string) => page.getByRole('log').getByText(content);
const isVisible = () =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);
const lookAway = async () => {
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  const isFocused = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFocused());
  await expect.poll(isFocused).toBe(false);
};
/**
 * Starts the app, already signed in or by `enter`, and waits until an unread message has come and is read.
 */
const begin = async (args: string[], enter?: () => Promise<void>) => {
  const before = record();
  await write('Bonjour Claire');
  app = await computer.start(...args);
  await enter?.();
  await expect.poll(() => before.counts().at(-1)).toBeGreaterThan(0);
  await readAll();
  await expect.poll(() => before.counts().at(-1)).toBe(0);
  await expect.poll(before.trays).toBe(1);
  return record();
};
const closeWindow = async () => {
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(isVisible).toBe(false);
};
/** `text` has no accents. */
const isOnDisk = (text: string) => {
  const folder = join(computer.folder, 'Local Storage/leveldb');
  return readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(text));
};
const drop = async (file: string) => {
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data });
  await cdp.detach();
};
/** Away from the chat, its messages are news. */
const goHome = async () => {
  await page.getByRole('link', { name: 'Accueil' }).first().click();
  await expect(page.getByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();
};

test('window open: the page says it while one looks, else one notification, the number goes up; the click leads to the chat, and it goes down', async () => {
  const desktop = await begin([], async () => {
    page = await app.page();
    await signIn(page, 'claire');
    await expect(page.getByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();
  });
  await write('Es-tu là ?');
  await expect(page.locator('[data-sonner-toast]', { hasText: 'Es-tu là ?' })).toBeVisible();
  await expect.poll(() => desktop.counts().at(-1)).toBe(1);
  expect(desktop.notifications()).toEqual([]);
  await readAll();
  await expect.poll(() => desktop.counts().at(-1)).toBe(0);
  await lookAway();
  const trayChanges = desktop.trayChanges();
  await write('As-tu un numéro de dossier ?');
  await expect.poll(desktop.notifications).toEqual([[FROM_KARIM, 'As-tu un numéro de dossier ?']]);
  await expect.poll(() => desktop.counts().at(-1)).toBe(1);
  await expect.poll(desktop.trayChanges).toBeGreaterThan(trayChanges);
  await desktop.click('As-tu un numéro de dossier ?');
  await expect(said('As-tu un numéro de dossier ?')).toBeVisible();
  await expect.poll(() => desktop.counts().at(-1)).toBe(0);
  expect(desktop.notifications()).toHaveLength(1);
});

test('files are pasted, dropped and sent, saved where one says, and quoted in the notification', async () => {
  const invoice = join(computer.folder, 'facture.csv');
  writeFileSync(invoice, 'date;montant\n2026-11-17;42\n');
  await page.getByRole('textbox', { name: /message/i }).focus();
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4, 4);
    canvas.getContext('2d');
    const picture = await canvas.convertToBlob();
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  });
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.paste());
  // The name is the sent one, and the stored one once the file has arrived.
  await expect(page.getByRole('button', { name: /^Retirer image\.(png|webp)$/ })).toBeVisible();
  await drop(invoice);
  await expect(page.getByRole('button', { name: 'Retirer facture.csv' })).toBeVisible();
  await page.getByRole('textbox', { name: /message/i }).fill('Voilà ce que je vois');
  await page.getByRole('button', { name: 'Envoyer' }).click();
  const link = page.getByRole('log').getByRole('link', { name: /Télécharger facture\.csv/ });
  await expect(link).toBeVisible();

  // The system's dialog would block the journey, and a preset path skips it.
  const saved = join(computer.folder, 'ma facture.csv');
  await app.electron.evaluate(({ session }, path) => {
    session.defaultSession.on('will-download', (_event, item) => {
      Object.assign(globalThis, { proposed: item.getSaveDialogOptions() });
      item.setSavePath(path);
    });
  }, saved);
  await link.click();
  await expect(page.getByText('Fichier enregistré', { exact: true })).toBeVisible();
  expect(readFileSync(saved, 'utf8')).toBe(readFileSync(invoice, 'utf8'));
  const proposed = () =>
    app.electron.evaluate(
      () => (globalThis as unknown as { proposed: { title: string; defaultPath: string } }).proposed,
    );
  expect(await proposed()).toMatchObject({
    title: 'Enregistrer sous',
    defaultPath: expect.stringMatching(/facture\.csv$/),
  });

  await link.evaluate((element) => element.setAttribute('href', `/api/files/${crypto.randomUUID()}`));
  await link.click();
  await expect(page.getByText('Le fichier n’a pas pu être enregistré', { exact: true })).toBeVisible();

  const desktop = record();
  await goHome();
  await lookAway();
  const { body } = await karim.get<History>(`/api/conversations/${conversationId}/messages`);
  const { id = '' } = body.messages.findLast(({ content }) => content === 'Voilà ce que je vois') ?? {};
  await write('Le montant est faux', { replyTo: id });
  const quoting = '«\u00a0Voilà ce que je vois\u00a0» Le montant est faux';
  await expect.poll(desktop.notifications).toEqual([[`Karim Benali te répond · ${TITLE}`, quoting]]);
  await desktop.click(quoting);
  await expect(said('Le montant est faux')).toBeVisible();
});

test('window hidden: one notification, and its click brings the window back at the chat', async () => {
  await goHome();
  const closing = record();
  await closeWindow();
  const hint = ['Guilde continue en arrière-plan', expect.stringContaining('Pour quitter')];
  await expect.poll(closing.notifications).toEqual([hint]);
  const desktop = record();
  await write('Regarde aussi tes e-mails.');
  await expect.poll(desktop.notifications).toEqual([[FROM_KARIM, 'Regarde aussi tes e-mails.']]);
  await expect.poll(() => desktop.counts().at(-1)).toBe(1);
  await desktop.click('Regarde aussi tes e-mails.');
  await expect.poll(isVisible).toBe(true);
  await expect(said('Regarde aussi tes e-mails.')).toBeVisible();
  // Nothing counts as read in a window that is hidden or without the focus.
  await expect
    .poll(() => page.evaluate(() => [document.visibilityState, document.hasFocus()]))
    .toEqual(['visible', true]);
  await expect.poll(() => desktop.counts().at(-1)).toBe(0);
  expect(desktop.notifications()).toHaveLength(1);
});

test('in quiet hours the number goes up and nothing else; afterwards one is told again', async () => {
  await goHome();
  await closeWindow();
  const desktop = record();
  const { body: settings } = await claire.get<Settings>('/api/settings');
  // The hours lie around now, so that no minute of the test is outside of them.
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toTimeString().slice(0, 5);
  const quietHours = { from: inHours(-2), to: inHours(2) };
  await claire.put('/api/settings', { ...settings, quietHours });
  await write('Il est tard.');
  await expect.poll(() => desktop.counts().at(-1)).toBe(1);
  await claire.put('/api/settings', { ...settings, quietHours: null });
  await write('Il est tôt.');
  await expect.poll(desktop.notifications).toEqual([[FROM_KARIM, 'Il est tôt.']]);
  await expect.poll(() => desktop.counts().at(-1)).toBe(2);
  await desktop.click('Il est tôt.');
  await expect(said('Il est tard.')).toBeVisible();
});

test('offline and back: what was typed is sent once, what came meanwhile is told once', async () => {
  const composer = page.getByRole('textbox', { name: /message/i });
  await composer.fill('Merci, je');
  await server.kill();
  await expect(page.getByText('Reconnexion…')).toBeVisible();
  await composer.press('End');
  await composer.pressSequentially(' l’envoie ce soir.');
  await composer.press('Enter');
  await expect(said('Merci, je l’envoie ce soir.')).toBeVisible();
  await closeWindow();
  const desktop = record();
  await server.start();
  await write('Me revoilà.');
  const sent = async () => {
    const { body } = await karim.get<History>(`/api/conversations/${conversationId}/messages`);
    return body.messages.filter(({ content }) => content === 'Merci, je l’envoie ce soir.').length;
  };
  await expect.poll(sent, { timeout: 60_000 }).toBe(1);
  // Calls go through before the socket is back, whose greeting repeats the number 0.
  await expect.poll(desktop.trayChanges).toBeGreaterThan(0);
  await write('Reçu.');
  await expect.poll(() => desktop.notifications().at(-1)).toEqual([FROM_KARIM, 'Reçu.']);
  await app.startAgain();
  await expect.poll(isVisible).toBe(true);
  await expect(said('Me revoilà.')).toHaveCount(1);
  await expect(page.getByText('Reconnexion…')).toHaveCount(0);
  const notificationsOf = (text: string) =>
    desktop.notifications().filter(([, body]) => body === text).length;
  expect(notificationsOf('Reçu.')).toBe(1);
  // It may come before the app is back, and is then only counted.
  expect(notificationsOf('Me revoilà.')).toBeLessThanOrEqual(1);
});

test('what was written offline survives the end of the process, and is sent after the next start', async () => {
  const composer = page.getByRole('textbox', { name: /message/i });
  await server.kill();
  await expect(page.getByText('Reconnexion…')).toBeVisible();
  await composer.fill('Écrit juste avant la coupure.');
  await composer.press('Enter');
  await expect(said('Écrit juste avant la coupure.')).toBeVisible();
  await composer.fill('Et ceci reste un brouillon');
  // Chromium alone would write it a minute later, because it spreads its writes over the hour.
  await expect.poll(() => isOnDisk('Et ceci reste un brouillon'), { timeout: 10_000 }).toBe(true);
  await app.end();
  await server.start();
  app = await computer.start(`guilde://chat/${SOS_ID}`);
  page = await app.page();
  await expect(page.getByRole('textbox', { name: /message/i })).toHaveValue('Et ceci reste un brouillon');
  await expect(said('Écrit juste avant la coupure.')).toBeVisible();
  const sent = async () => {
    const { body } = await karim.get<History>(`/api/conversations/${conversationId}/messages`);
    return body.messages.filter(({ content }) => content === 'Écrit juste avant la coupure.').length;
  };
  await expect.poll(sent).toBe(1);
  await page.getByRole('textbox', { name: /message/i }).fill('');
});

test('started at login there is no window; one notification, and its click makes the window at the chat', async () => {
  await goHome();
  await app.end();
  const desktop = await begin(['--hidden']);
  expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
  await write('Tu es là ?');
  await expect.poll(desktop.notifications).toEqual([[FROM_KARIM, 'Tu es là ?']]);
  await expect.poll(() => desktop.counts().at(-1)).toBe(1);
  await desktop.click('Tu es là ?');
  page = await app.page();
  await expect(said('Tu es là ?')).toBeVisible();
  await expect.poll(() => desktop.counts().at(-1)).toBe(0);
});

test('the trial notification of the settings is shown by the system', async () => {
  const desktop = record();
  await page.evaluate(() => {
    history.pushState(null, '', '/settings');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByRole('button', { name: 'Envoyer une notification d’essai' }).click();
  await expect
    .poll(desktop.notifications)
    .toEqual([['Notification d’essai', 'Tout est prêt\u00a0: c’est ainsi que Guilde te préviendra.']]);
});

test('all day long nobody but the server was asked for anything', () => {
  expect(computer.strangers).toEqual([]);
});
