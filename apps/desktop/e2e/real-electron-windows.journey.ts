import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { expect, test } from '@playwright/test';
import { type Community, FROM_KARIM, SOS_ID, startCommunity } from './community.ts';
import type { DrivenApp, DrivenPage } from './driver.ts';
import {
  type Computer,
  createComputer,
  needElectron,
  needRecorder,
  record,
  signInDriven,
} from './real-app.ts';

/** Each act starts the app anew, on a computer of its own, so that no failure hides another. */
let community: Community;
let computer: Computer;
let app: DrivenApp;
let page: DrivenPage;

test.beforeAll(async () => {
  needElectron();
  needRecorder();
  community = await startCommunity();
});
test.beforeEach(async () => {
  await community.claire.put('/api/settings', { ...DEFAULT_SETTINGS, pushExtracts: true });
  await community.readAll();
  computer = await createComputer(mkdtempSync(join(tmpdir(), 'guilde-act-')), community.server.url);
});
test.afterEach(async () => {
  await computer?.close();
});
test.afterAll(async () => {
  await community?.server.close();
});

const begin = async (...args: string[]) => {
  app = await computer.drive(...args);
  page = await app.page();
  await signInDriven(page, 'claire');
};
const isFocused = () => page.evaluate(() => document.hasFocus());
const key = (name: string) => execFileSync('xdotool', ['key', '--clearmodifiers', name]);
const inWindow = (act: 'minimize' | 'close' | 'show') =>
  app.inMain(({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.[wanted](), act);
const isVisible = () =>
  app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);

/** Opens another program's window over the app's, which takes the focus. */
const cover = async () => {
  const other = spawn('xev', ['-geometry', '1440x900+0+0'], { stdio: 'ignore' });
  await expect.poll(isFocused).toBe(false);
  return () => other.kill();
};

test('in a window with the focus the page says the message, and the system nothing', async () => {
  await begin();
  await inWindow('show');
  await expect.poll(isFocused).toBe(true);
  const desktop = record();
  await community.write('Es-tu là ?');
  await expect.poll(() => page.text()).toContain('Es-tu là ?');
  await expect.poll(() => desktop.counts().at(-1)).toBe(1);
  expect(desktop.notifications()).toEqual([]);
});

test('a covered window reads nothing, and the click on its notification leads to the chat', async () => {
  await begin();
  await page.goTo(`/chat?sos=${SOS_ID}`);
  const uncover = await cover();
  const desktop = record();
  await community.write('As-tu un numéro de dossier ?');
  await expect.poll(desktop.notifications).toEqual([[FROM_KARIM, 'As-tu un numéro de dossier ?']]);
  await expect.poll(() => page.text()).toContain('As-tu un numéro de dossier ?');
  expect([await isFocused(), await community.unread()]).toEqual([false, 1]);
  await desktop.click('As-tu un numéro de dossier ?');
  await expect.poll(isFocused).toBe(true);
  await expect.poll(community.unread).toBe(0);
  await expect.poll(() => desktop.counts().at(-1)).toBe(0);
  uncover();
});

for (const [state, leave] of [
  ['minimised', () => inWindow('minimize')],
  ['closed', () => inWindow('close')],
] as const)
  test(`a ${state} window reads nothing, and the click on its notification shows it at the chat`, async () => {
    await begin();
    await page.goTo(`/chat?sos=${SOS_ID}`);
    await leave();
    await expect.poll(isFocused).toBe(false);
    const desktop = record();
    await community.write('Regarde aussi tes e-mails.');
    await expect
      .poll(() => desktop.notifications().filter(([title]) => title === FROM_KARIM))
      .toEqual([[FROM_KARIM, 'Regarde aussi tes e-mails.']]);
    await expect.poll(() => desktop.counts().at(-1)).toBe(1);
    expect(await community.unread()).toBe(1);
    await desktop.click('Regarde aussi tes e-mails.');
    await expect.poll(isVisible).toBe(true);
    await expect.poll(isFocused).toBe(true);
    await expect.poll(() => page.text()).toContain('Regarde aussi tes e-mails.');
    await expect.poll(community.unread).toBe(0);
    await expect.poll(() => desktop.counts().at(-1)).toBe(0);
  });

test('a notification leaves the screen once its chat is read on another client', async () => {
  await begin();
  await inWindow('minimize');
  await expect.poll(isFocused).toBe(false);
  const desktop = record();
  await community.write('Déjà lu ailleurs');
  await expect.poll(desktop.onScreen).toEqual([[FROM_KARIM, 'Déjà lu ailleurs']]);
  await community.readAll();
  await expect.poll(desktop.onScreen).toEqual([]);
});

test('one asks once about a page that does not answer, and takes the question back when it answers', async () => {
  await begin();
  await inWindow('show');
  await expect.poll(isFocused).toBe(true);
  // The window manager's list is one answer; a search through all windows fails when one closes meanwhile.
  const dialogs = () => execFileSync('wmctrl', ['-l'], { encoding: 'utf8' }).trim().split('\n').length;
  const before = dialogs();
  const process = await app.inMain(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  const signal = (name: string) => execFileSync('kill', [`-${name}`, String(process)]);
  page.detach();
  signal('STOP');
  key('a');
  await expect.poll(dialogs).toBe(before + 1);
  signal('CONT');
  await expect.poll(dialogs).toBe(before);
  page = await app.page();
  await expect.poll(() => page.text()).toContain('Bonjour Claire');
});

test('the window has the theme of the member, also before the page is there', async () => {
  await community.claire.put('/api/settings', { ...DEFAULT_SETTINGS, theme: 'dark' });
  await begin();
  const theme = () =>
    app.inMain(({ nativeTheme, BrowserWindow }) => [
      nativeTheme.shouldUseDarkColors,
      BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase(),
    ]);
  await expect.poll(async () => (await theme())[0]).toBe(true);
  await app.end();
  app = await computer.drive();
  page = await app.page();
  expect(await theme()).toEqual([true, '#18140f']);
});

for (const [name, keys] of [
  ['of the letters', ['ctrl+equal', 'ctrl+minus', 'ctrl+0']],
  ['of the numbers', ['ctrl+KP_Add', 'ctrl+KP_Subtract', 'ctrl+KP_0']],
] as const)
  test(`the keys ${name} zoom in, out and back`, async () => {
    await begin();
    await inWindow('show');
    await expect.poll(isFocused).toBe(true);
    const level = () =>
      app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel());
    key(keys[0]);
    await expect.poll(level).toBe(0.5);
    key(keys[0]);
    await expect.poll(level).toBe(1);
    key(keys[1]);
    await expect.poll(level).toBe(0.5);
    key(keys[2]);
    await expect.poll(level).toBe(0);
  });

test('F5 loads the page again', async () => {
  await begin();
  await inWindow('show');
  await expect.poll(isFocused).toBe(true);
  await page.evaluate(() => {
    Object.assign(globalThis, { isOld: true });
  });
  key('F5');
  await expect.poll(() => page.evaluate(() => 'isOld' in globalThis).catch(() => true)).toBe(false);
});

const writeUnsaved = async () => {
  await page.goTo('/profile');
  await page.click('button', 'Modifier');
  await page.type('input[name=firstName]', 'À moitié écrit');
};

test('reloading with unsaved words asks about the reload', async () => {
  await begin();
  await inWindow('show');
  await writeUnsaved();
  await app.inMain(({ dialog }) => {
    Object.assign(globalThis, { asked: [] });
    dialog.showMessageBoxSync = ((options: { message: string }) => {
      (globalThis as unknown as { asked: string[] }).asked.push(options.message);
      return 0;
    }) as never;
  });
  key('ctrl+r');
  await expect
    .poll(() => app.inMain(() => (globalThis as unknown as { asked: string[] }).asked))
    .toEqual(['Recharger sans enregistrer\u202f?']);
});

test('the end of the session ends the app, also with unsaved words', async () => {
  await begin();
  await writeUnsaved();
  app.process.kill('SIGTERM');
  await expect.poll(app.hasEnded).toBe(true);
});
