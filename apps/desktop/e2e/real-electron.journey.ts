import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PASSWORD, PEOPLE, sirenOf } from '../../web/e2e/people.ts';
import { type Exports, missingFrom, readExports, USED_NAMES, withoutShim } from '../test/electron-exports.ts';
import { SOS_ID, TITLE } from './community.ts';
import type { DrivenApp } from './driver.ts';
import { goTo, signIn } from './members.ts';
import { type Computer, test } from './real-app.ts';

const EXPORTS = join(import.meta.dirname, '../test/electron-exports.json');

const home = (page: Page) => page.getByRole('heading', { name: 'Bonjour Claire' });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Se connecter', exact: true });
const sealed = ({ folder }: Computer) => join(folder, 'session.sealed');
const windows = (app: DrivenApp) => app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

test('the page comes from its own scheme, isolated, and signing in works through the main process', async ({
  computer,
}) => {
  const app = computer.start();
  const page = await app.playwrightPage();
  expect(new URL(page.url()).protocol).toBe('app:');
  const found = await page.evaluate(() => ({
    hasNode: 'process' in globalThis || 'require' in globalThis,
    bridge: Object.keys((globalThis as unknown as { guildeDesktop: object }).guildeDesktop),
  }));
  expect(found.hasNode).toBe(false);
  expect(found.bridge).not.toContain('send');
  await signIn(page, 'claire');
  await expect(home(page)).toBeVisible();
  expect(await app.inMain(({ app: running }) => running.isPackaged)).toBe(false);
});

test('Electron exports what the stand-in offers and what the shell uses', async ({ begin }) => {
  const { app } = await begin();
  const read = await app.inMain(readExports, USED_NAMES);
  console.log(`On Electron ${read.electron}`);
  if (test.info().config.updateSnapshots === 'all')
    writeFileSync(EXPORTS, `${JSON.stringify(withoutShim(read), null, 2)}\n`);
  const stored = JSON.parse(readFileSync(EXPORTS, 'utf8')) as Exports;
  expect(missingFrom(read)).toEqual([]);
  if (read.electron === stored.electron) expect(withoutShim(read)).toEqual(stored);
  else expect(stored.names.filter((name) => !read.names.includes(name))).toEqual([]);
});

test('nothing leads away from our own page; a page of ours with a window of its own opens inside', async ({
  community,
  begin,
}) => {
  const { app } = await begin();
  const page = await app.playwrightPage();
  await page.evaluate((own) => {
    location.href = 'https://example.org/';
    globalThis.open('https://example.org/');
    globalThis.open(own);
  }, `/profile/${community.nina.id}`);
  const address = () => page.evaluate(() => location.href);
  await expect.poll(address).toBe(`app://bundle/profile/${community.nina.id}`);
  await expect(page.getByRole('heading', { name: /Nina/ }).first()).toBeVisible();
  expect(await windows(app)).toBe(1);
});

test('a link to the own community opens inside', async ({ community, begin }) => {
  const { app, page } = await begin();
  await page.evaluate((href) => {
    // A message makes links like this one, of public addresses only.
    const link = Object.assign(document.createElement('a'), {
      href,
      target: '_blank',
      rel: 'noopener noreferrer',
    });
    document.body.append(link);
    link.click();
  }, `${community.server.url}/profile/${community.nina.id}`);
  const address = () => page.evaluate(() => location.href);
  await expect.poll(address).toBe(`app://bundle/profile/${community.nina.id}`);
  await expect.poll(() => page.text()).toContain('Nina');
  expect(await windows(app)).toBe(1);
});

const TOKEN = 'GNvlqMBTDY448qP9k_bMSky78vY1vQT0sL23nlTMhCA';
const MALFORMED = [
  'guilde://',
  'guilde://home',
  'guilde://admin/users',
  'guilde://sos',
  'guilde://chat?sos=1',
  `guilde:sos/${SOS_ID}`,
  `guilde://sos/${SOS_ID}/edit`,
  `guilde://sos//${SOS_ID}`,
  'guilde://profile/../admin',
  'guilde://sos/%2e%2e/admin',
  `guilde://sos/${SOS_ID}?from=//mal.exemple`,
  `guilde://sos/${SOS_ID}#token`,
  `guilde://user:password@sos/${SOS_ID}`,
  `guilde://sos:80/${SOS_ID}`,
  'guilde://invitation/short',
  `guilde://invitation/${TOKEN}?proof=%22%3E%3Cscript%3E`,
  `guilde://invitation/${'a'.repeat(2000)}`,
];

test('a malformed link leads nowhere', async ({ computer, begin }) => {
  const { page } = await begin();
  const address = () => page.evaluate(() => location.href);
  const before = await address();
  for (const link of MALFORMED) {
    await computer.startAgain(link);
    expect(await address(), link).toBe(before);
  }
  // The app follows links in order, so a page that a malformed one opened late would be seen here.
  await computer.startAgain(`guilde://sos/${SOS_ID}`);
  await expect.poll(address).toBe(`app://bundle/sos/${SOS_ID}`);
});

test('the page gets the microphone and no other device or permission', async ({ computer }) => {
  const app = computer.start('--use-fake-device-for-media-stream');
  const page = await app.page();
  await expect.poll(() => page.text().catch(() => '')).toContain('Se connecter');
  const outcomes = await page.evaluate(async () => {
    const outcome = (asked: Promise<unknown>) =>
      asked.then(
        () => 'granted',
        (error: { name?: string; code?: number }) => error.name ?? error.code,
      );
    const media = (wanted: MediaStreamConstraints) => outcome(navigator.mediaDevices.getUserMedia(wanted));
    const place = new Promise((resolve, reject) => {
      navigator.geolocation.getCurrentPosition(resolve, ({ code }) => reject({ code }));
    });
    return {
      microphone: await media({ audio: true }),
      camera: await media({ video: true }),
      both: await media({ audio: true, video: true }),
      screen: await outcome(navigator.mediaDevices.getDisplayMedia()),
      place: await outcome(place),
      midi: await outcome(navigator.requestMIDIAccess({ sysex: true })),
      notification: await Notification.requestPermission(),
    };
  });
  expect(outcomes).toMatchObject({
    microphone: 'granted',
    camera: 'NotAllowedError',
    both: 'NotAllowedError',
    place: 1,
    notification: 'denied',
  });
  expect([outcomes.screen, outcomes.midi]).not.toContain('granted');
});

test('the session is sealed on the disk, and a second process hands its link over', async ({
  computer,
  begin,
}) => {
  const { app } = await begin();
  const page = await app.playwrightPage();
  await expect.poll(() => existsSync(sealed(computer))).toBe(true);
  expect(readFileSync(sealed(computer), 'latin1')).not.toContain('session_token');
  await computer.startAgain(`guilde://sos/${SOS_ID}`);
  await expect(page.getByRole('heading', { name: TITLE }).first()).toBeVisible();
  await computer.startAgain(`guilde://chat/${SOS_ID}`);
  await expect(page).toHaveURL(`app://bundle/chat?sos=${SOS_ID}`);
});

test('signing out leaves nothing behind', async ({ community, computer, begin }) => {
  const { app } = await begin();
  const page = await app.playwrightPage();
  await community.write('Un secret entre nous');
  await goTo(page, `/chat?sos=${SOS_ID}`);
  await expect(page.getByRole('log').getByText('Un secret entre nous')).toBeVisible();
  await goTo(page, '/sos/new');
  await page.getByRole('textbox', { name: /Titre/ }).fill('À moitié écrit');
  const stored = () =>
    page.evaluate(async () => ({
      texts: JSON.stringify([localStorage, sessionStorage]),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      cached: (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
        .flat()
        .map(({ url }) => url),
    }));
  await expect.poll(async () => (await stored()).texts).toContain('À moitié écrit');
  await expect.poll(() => existsSync(sealed(computer))).toBe(true);
  await page
    .getByRole('button', { name: /Claire Martin/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(signInButton(page)).toBeVisible();
  await expect.poll(() => existsSync(sealed(computer))).toBe(false);
  await expect.poll(async () => (await stored()).texts).not.toMatch(/À moitié écrit|Un secret entre nous/);
  expect(await stored()).toMatchObject({ databases: [], cached: [] });
  await app.end();
  await expect(signInButton(await computer.start().playwrightPage())).toBeVisible();
});

test('a page that crashes is shown again', async ({ begin }) => {
  const { app, page } = await begin();
  const pageProcess = () =>
    app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId());
  const before = await pageProcess();
  page.detach();
  await app.inMain(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  const shown = () =>
    app.inMain(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body.innerText'),
    );
  await expect.poll(pageProcess).not.toBe(before);
  await expect.poll(shown).toContain('Bonjour Claire');
});

test('after a crash of the main process the next start is signed in', async ({ computer, begin }) => {
  const { app } = await begin();
  await expect.poll(() => existsSync(sealed(computer))).toBe(true);
  // The process does not answer any more.
  await app.inMain(() => process.crash()).catch(() => undefined);
  await expect.poll(app.hasEnded).toBe(true);
  await expect(home(await computer.start().playwrightPage())).toBeVisible();
});

test('quitting asks before unsaved words are lost, and « Rester » keeps the app', async ({ begin }) => {
  const { app } = await begin();
  const page = await app.playwrightPage();
  await goTo(page, '/profile');
  await page
    .getByRole('button', { name: /Modifier/ })
    .first()
    .click();
  const field = page.getByLabel('Prénom');
  await field.fill('À moitié écrit');
  // The system's dialog would block the journey.
  const answer = (button: number) =>
    app.inMain(({ dialog }, given) => {
      Object.assign(globalThis, { asked: 0 });
      dialog.showMessageBoxSync = () => {
        (globalThis as unknown as { asked: number }).asked++;
        return given;
      };
    }, button);
  const asked = () => app.inMain(() => (globalThis as unknown as { asked: number }).asked);
  await answer(0);
  await app.inMain(({ app: running }) => running.quit());
  await expect.poll(asked).toBe(1);
  await expect(field).toHaveValue('À moitié écrit');
  await answer(1);
  // The process may end before it has answered.
  await app.inMain(({ app: running }) => running.quit()).catch(() => undefined);
  await expect.poll(app.hasEnded).toBe(true);
});

test('while the keyring asks its question there is a window that says so, and the session comes late', async ({
  computer,
  begin,
}) => {
  const signedIn = await begin();
  await expect.poll(() => existsSync(sealed(computer))).toBe(true);
  await signedIn.app.end();
  const answer = join(computer.folder, 'keyring-answer');
  process.env.KEYRING_ANSWER = answer;
  const app = computer.start('-r', join(import.meta.dirname, 'unanswered-keyring.cjs'));
  const page = await app.playwrightPage();
  await expect(page.getByText(/trousseau de clés de ton ordinateur/)).toBeVisible();
  await expect(signInButton(page)).toBeVisible();
  writeFileSync(answer, '');
  await expect(home(page)).toBeVisible();
  await expect(page.getByText(/trousseau de clés de ton ordinateur/)).toHaveCount(0);
});

test('without a keyring the session stays in memory, and the settings say so', async ({ computer }) => {
  const page = await computer.start('--password-store=basic').playwrightPage();
  await signIn(page, 'claire');
  await expect(home(page)).toBeVisible();
  await computer.startAgain(`guilde://sos/${SOS_ID}`);
  await expect(page.getByRole('heading', { name: TITLE }).first()).toBeVisible();
  await goTo(page, '/settings');
  await expect(page.getByText(/Aucun trousseau sécurisé/)).toBeVisible();
  expect(existsSync(sealed(computer))).toBe(false);
});

test('a link waits through the sign-in', async ({ computer }) => {
  const page = await computer.start().playwrightPage();
  await expect(signInButton(page)).toBeVisible();
  await computer.startAgain(`guilde://sos/${SOS_ID}`);
  await expect(page).toHaveURL(/from=%2Fsos/);
  await signIn(page, 'claire');
  await expect(page.getByRole('heading', { name: TITLE }).first()).toBeVisible();
  await expect.poll(() => existsSync(sealed(computer))).toBe(true);
});

test('a link to an invitation leads through the sign-up to an account that stays', async ({
  community,
  computer,
}) => {
  await community.nina.post('/api/invitations', { vouched: true, email: PEOPLE.zoe.email });
  const { search, hash } = new URL(await community.server.linkMailedTo(PEOPLE.zoe.email));
  const secrets = new URLSearchParams(hash.slice(1) || search);
  const page = await computer.start().playwrightPage();
  await expect(signInButton(page)).toBeVisible();
  await computer.startAgain(`guilde://invitation/${secrets.get('token')}?proof=${secrets.get('proof')}`);
  await page.getByLabel('E-mail').fill(PEOPLE.zoe.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmation du mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByLabel('SIREN').fill(sirenOf(PEOPLE.zoe.email));
  await page.getByLabel('Adresse de ta boutique').fill('boutique.exemple.fr');
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect.poll(() => existsSync(sealed(computer))).toBe(true);
});

test('a link to an invitation tells a member whose it is, and does not stay among the arguments', async ({
  community,
  computer,
  begin,
}) => {
  const { app } = await begin();
  await expect.poll(() => existsSync(sealed(computer))).toBe(true);
  await app.end();
  const email = 'ines@exemple.fr';
  const { body } = await community.nina.post<{ id: string }>('/api/invitations', { vouched: true, email });
  const link = await community.nina.post<{ url: string }>(`/api/invitations/${body.id}/link`);
  const token = new URLSearchParams(new URL(link.body.url).hash.slice(1)).get('token') ?? '';
  const next = computer.start(`guilde://invitation/${token}`);
  const page = await next.playwrightPage();
  await expect(page.getByRole('heading', { name: 'Ta session est déjà ouverte' })).toBeVisible();
  await expect(page.getByText(/L’invitation de/)).toHaveText(/Nina Roche est pour ines@exemple\.fr/);
  const argumentsOf = (id: number | undefined) => readFileSync(`/proc/${id}/cmdline`, 'utf8');
  expect(token).not.toBe('');
  expect(argumentsOf(next.process.pid)).not.toContain(token);
  await page.getByRole('link', { name: 'Continuer vers Guilde' }).click();
  await expect(home(page)).toBeVisible();
});

test('the login item starts the app without a window; started again, it shows one', async ({ computer }) => {
  const app = computer.start('--hidden');
  await expect.poll(() => existsSync(join(computer.folder, 'logs/guilde.log'))).toBe(true);
  await expect.poll(() => app.inMain(({ app: running }) => running.isReady()).catch(() => false)).toBe(true);
  expect(await windows(app)).toBe(0);
  await computer.startAgain('--hidden');
  expect(await windows(app)).toBe(0);
  await computer.startAgain();
  await expect((await app.playwrightPage()).getByRole('heading').first()).toBeVisible();
});

test('typing asks nobody for a dictionary', async ({ computer }) => {
  const page = await computer.start().playwrightPage();
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.evaluate(() => document.body.appendChild(document.createElement('textarea')).focus());
  await page.keyboard.type('Bonjuor a tous');
  expect(computer.strangers).toEqual([]);
});
