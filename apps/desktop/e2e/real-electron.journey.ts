import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Client } from '../../api/test/client.ts';
import { PASSWORD, PEOPLE, signUp, sirenOf } from '../../web/e2e/people.ts';
import { type Server, startServer } from '../../web/e2e/server.ts';
import { type Exports, missingFrom, readExports, USED_NAMES, withoutShim } from '../test/electron-exports.ts';
import { type Computer, createComputer, needElectron, type RealApp, signIn } from './real-app.ts';

const EXPORTS = join(import.meta.dirname, '../test/electron-exports.json');

let server: Server;
let computer: Computer;
let nina: Client;
let claire: Client;
let app: RealApp | null = null;

const SOS_ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';
const TITLE = 'Compte publicitaire suspendu';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  needElectron();
  server = await startServer();
  nina = await signUp(server, 'nina');
  claire = await signUp(server, 'claire', nina);
  await claire.post('/api/sos', {
    id: SOS_ID,
    category: 'ads',
    title: TITLE,
    description: 'Suspendu ce matin, sans explication : que faire en premier ?',
    isUrgent: false,
    specialties: ['ads'],
  });
  computer = await createComputer(mkdtempSync(join(tmpdir(), 'guilde-electron-')), server.url);
});
test.afterEach(async () => {
  await app?.end();
  app = null;
});
test.afterAll(async () => {
  await computer?.close();
  await server?.close();
});

const home = (page: Page) => page.getByRole('heading', { name: 'Bonjour Claire' });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Se connecter', exact: true });
const sealed = () => join(computer.folder, 'session.sealed');

async function start(...args: string[]): Promise<{ app: RealApp; page: Page }> {
  app = await computer.start(...args);
  return { app, page: await app.page() };
}

test('the page comes from its own scheme, isolated, and signing in works through the main process', async () => {
  const { app, page } = await start();
  expect(new URL(page.url()).protocol).toBe('app:');
  const found = await page.evaluate(() => ({
    hasNode: 'process' in globalThis || 'require' in globalThis,
    bridge: Object.keys((globalThis as unknown as { guildeDesktop: object }).guildeDesktop),
  }));
  expect(found.hasNode).toBe(false);
  expect(found.bridge).not.toContain('send');
  await signIn(page, 'claire');
  await expect(page.getByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();
  expect(await app.electron.evaluate(({ app: running }) => running.isPackaged)).toBe(false);
});

test('Electron exports what the stand-in offers and what the shell uses', async () => {
  const { app, page } = await start();
  await expect(page.getByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();
  const read = await app.electron.evaluate(readExports, USED_NAMES);
  console.log(`On Electron ${read.electron}`);
  if (test.info().config.updateSnapshots === 'all')
    writeFileSync(EXPORTS, `${JSON.stringify(withoutShim(read), null, 2)}\n`);
  const stored = JSON.parse(readFileSync(EXPORTS, 'utf8')) as Exports;
  expect(missingFrom(read)).toEqual([]);
  if (read.electron === stored.electron) expect(withoutShim(read)).toEqual(stored);
  else expect(stored.names.filter((name) => !read.names.includes(name))).toEqual([]);
});

test('nothing leads away from our own page; a page of ours with a window of its own opens inside', async () => {
  const { app, page } = await start();
  await expect(home(page)).toBeVisible();
  await page.evaluate((own) => {
    location.href = 'https://example.org/';
    globalThis.open('https://example.org/');
    globalThis.open(own);
  }, `/profile/${nina.id}`);
  const address = () => page.evaluate(() => location.href);
  await expect.poll(address).toBe(`app://bundle/profile/${nina.id}`);
  await expect(page.getByRole('heading', { name: /Nina/ }).first()).toBeVisible();
  expect(app.electron.windows()).toHaveLength(1);
});

test('the session is sealed on the disk, and a second process hands its link over', async () => {
  const { app, page } = await start();
  await expect(home(page)).toBeVisible();
  expect(readFileSync(sealed(), 'latin1')).not.toContain('session_token');
  await app.startAgain(`guilde://sos/${SOS_ID}`);
  await expect(page.getByRole('heading', { name: TITLE }).first()).toBeVisible();
  await app.startAgain('guilde://profile/../admin');
  await app.startAgain(`guilde://chat/${SOS_ID}`);
  await expect(page).toHaveURL(`app://bundle/chat?sos=${SOS_ID}`);
});

test('a page that crashes is shown again', async () => {
  const { app, page } = await start();
  await expect(home(page)).toBeVisible();
  const gone = page.waitForEvent('crash');
  await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await gone;
  const shown = () =>
    app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body.innerText'),
    );
  await expect.poll(shown).toContain('Bonjour Claire');
});

test('quitting asks before unsaved words are lost, and « Rester » keeps the app', async () => {
  const { app, page } = await start();
  await expect(home(page)).toBeVisible();
  await page.evaluate(() => {
    history.pushState(null, '', '/profile');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page
    .getByRole('button', { name: /Modifier/ })
    .first()
    .click();
  const field = page.getByLabel('Prénom');
  await field.fill('À moitié écrit');
  // The system's dialog would block the journey.
  const answer = (button: number) =>
    app.electron.evaluate(({ dialog }, given) => {
      Object.assign(globalThis, { asked: 0 });
      dialog.showMessageBoxSync = () => {
        (globalThis as unknown as { asked: number }).asked++;
        return given;
      };
    }, button);
  const asked = () => app.electron.evaluate(() => (globalThis as unknown as { asked: number }).asked);
  await answer(0);
  await app.electron.evaluate(({ app: running }) => running.quit());
  await expect.poll(asked).toBe(1);
  await expect(field).toHaveValue('À moitié écrit');
  await answer(1);
  const ended = new Promise((resolve) => app.electron.process().once('exit', resolve));
  // The process may end before it has answered.
  await app.electron.evaluate(({ app: running }) => running.quit()).catch(() => undefined);
  await ended;
});

test('while the keyring asks its question there is a window that says so, and the session comes late', async () => {
  const answer = join(computer.folder, 'keyring-answer');
  process.env.KEYRING_ANSWER = answer;
  const { page } = await start('-r', join(import.meta.dirname, 'unanswered-keyring.cjs'));
  await expect(page.getByText(/trousseau de clés de ton ordinateur/)).toBeVisible();
  await expect(signInButton(page)).toBeVisible();
  writeFileSync(answer, '');
  await expect(home(page)).toBeVisible();
  await expect(page.getByText(/trousseau de clés de ton ordinateur/)).toHaveCount(0);
});

test('without a keyring the session stays in memory, and the settings say so', async () => {
  const { app, page } = await start('--password-store=basic');
  await expect(signInButton(page)).toBeVisible();
  await signIn(page, 'claire');
  await expect(home(page)).toBeVisible();
  await app.startAgain(`guilde://sos/${SOS_ID}`);
  await page.evaluate(() => {
    history.pushState(null, '', '/settings');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByText(/Aucun trousseau sécurisé/)).toBeVisible();
  expect(existsSync(sealed())).toBe(false);
});

test('a link waits through the sign-in', async () => {
  rmSync(sealed(), { force: true });
  const { app, page } = await start();
  await expect(signInButton(page)).toBeVisible();
  await app.startAgain(`guilde://sos/${SOS_ID}`);
  await expect(page).toHaveURL(/from=%2Fsos/);
  await signIn(page, 'claire');
  await expect(page.getByRole('heading', { name: TITLE }).first()).toBeVisible();
  await expect.poll(() => existsSync(sealed())).toBe(true);
});

test('a link to an invitation leads through the sign-up to an account that stays', async () => {
  rmSync(sealed(), { force: true });
  await nina.post('/api/invitations', { vouched: true, email: PEOPLE.zoe.email });
  const { search, hash } = new URL(await server.linkMailedTo(PEOPLE.zoe.email));
  const secrets = new URLSearchParams(hash.slice(1) || search);
  const link = `guilde://invitation/${secrets.get('token')}?proof=${secrets.get('proof')}`;
  const { app, page } = await start();
  await expect(signInButton(page)).toBeVisible();
  await app.startAgain(link);
  await page.getByLabel('E-mail').fill(PEOPLE.zoe.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmation du mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByLabel('SIREN').fill(sirenOf(PEOPLE.zoe.email));
  await page.getByLabel('Adresse de ta boutique').fill('boutique.exemple.fr');
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect.poll(() => existsSync(sealed())).toBe(true);
});

test('the login item starts the app without a window; started again, it shows one', async () => {
  const hidden = await computer.start('--hidden');
  app = hidden;
  await expect.poll(() => hidden.electron.evaluate(({ app: running }) => running.isReady())).toBe(true);
  expect(hidden.electron.windows()).toHaveLength(0);
  await hidden.startAgain('--hidden');
  expect(hidden.electron.windows()).toHaveLength(0);
  await hidden.startAgain();
  await expect((await hidden.page()).getByRole('heading').first()).toBeVisible();
});

test('nobody but the server was asked for anything, neither for a dictionary nor for anything else', async () => {
  const { page } = await start();
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.evaluate(() => document.body.appendChild(document.createElement('textarea')).focus());
  await page.keyboard.type('Bonjuor a tous');
  expect(computer.strangers).toEqual([]);
});
