import { execFileSync, spawn } from 'node:child_process';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { expect } from '@playwright/test';
import { FROM_KARIM, SOS_ID } from './community.ts';
import type { DrivenApp, DrivenPage } from './driver.ts';
import { test } from './real-app.ts';
import { record } from './recorder.ts';

const key = (name: string) => execFileSync('xdotool', ['key', '--clearmodifiers', name]);

/** Opens another program's window over the app's, which takes the focus. */
const cover = async (isFocused: () => Promise<boolean>) => {
  const other = spawn('xev', ['-geometry', '1440x900+0+0'], { stdio: 'ignore' });
  await expect.poll(isFocused).toBe(false);
  return () => other.kill();
};

test('in a window with the focus the page says the message, and the system nothing', async ({
  community,
  begin,
}) => {
  const { page, window } = await begin();
  await window.show();
  const desktop = record();
  await community.write('Me lis-tu ?');
  await expect.poll(() => page.text()).toContain('Me lis-tu ?');
  await expect.poll(() => desktop.counts().at(-1)).toBe(1);
  expect(desktop.notifications()).toEqual([]);
});

test('what one reads at once, writes or does oneself never raises the number', async ({
  community,
  begin,
}) => {
  const { page, window } = await begin();
  await window.show();
  await page.goTo(`/chat?sos=${SOS_ID}`);
  await expect.poll(() => page.text()).toContain('Envoyer');
  const desktop = record();
  for (const text of ['Un', 'Deux']) {
    await community.write(text);
    await expect.poll(() => page.text()).toContain(text);
    await expect.poll(community.unread).toBe(0);
    await community.answer(`${text}, merci`);
    await expect.poll(() => page.text()).toContain(`${text}, merci`);
  }
  await window.minimize();
  await expect.poll(window.isFocused).toBe(false);
  await community.write('Trois');
  await expect.poll(() => desktop.counts().at(-1)).toBe(1);
  expect(desktop.counts().filter((count) => count > 0)).toEqual([1]);
});

test('a covered window reads nothing, and the click on its notification leads to the chat', async ({
  community,
  begin,
}) => {
  const { page, window } = await begin();
  await page.goTo(`/chat?sos=${SOS_ID}`);
  const uncover = await cover(window.isFocused);
  const desktop = record();
  await community.write('As-tu un numéro de dossier ?');
  await expect.poll(desktop.notifications).toEqual([[FROM_KARIM, 'As-tu un numéro de dossier ?']]);
  await expect.poll(() => page.text()).toContain('As-tu un numéro de dossier ?');
  expect([await window.isFocused(), await community.unread()]).toEqual([false, 1]);
  await desktop.click('As-tu un numéro de dossier ?');
  await expect.poll(window.isFocused).toBe(true);
  await expect.poll(community.unread).toBe(0);
  await expect.poll(() => desktop.counts().at(-1)).toBe(0);
  uncover();
});

for (const [title, leave] of [
  ['a minimised window reads nothing, and the click on its notification shows it at the chat', 'minimize'],
  ['a closed window reads nothing, and the click on its notification shows it at the chat', 'close'],
] as const)
  test(title, async ({ community, begin }) => {
    const { page, window } = await begin();
    const text = `Regarde tes e-mails (${leave})`;
    await page.goTo(`/chat?sos=${SOS_ID}`);
    await window[leave]();
    await expect.poll(window.isFocused).toBe(false);
    const desktop = record();
    await community.write(text);
    await expect
      .poll(() => desktop.notifications().filter(([summary]) => summary === FROM_KARIM))
      .toEqual([[FROM_KARIM, text]]);
    await expect.poll(() => desktop.counts().at(-1)).toBe(1);
    expect(await community.unread()).toBe(1);
    await desktop.click(text);
    await expect.poll(window.isVisible).toBe(true);
    await expect.poll(window.isFocused).toBe(true);
    await expect.poll(() => page.text()).toContain(text);
    await expect.poll(community.unread).toBe(0);
    await expect.poll(() => desktop.counts().at(-1)).toBe(0);
  });

test('a notification leaves the screen once its chat is read on another client', async ({
  community,
  begin,
}) => {
  const { window } = await begin();
  await window.minimize();
  await expect.poll(window.isFocused).toBe(false);
  const desktop = record();
  await community.write('Déjà lu ailleurs');
  await expect.poll(desktop.onScreen).toEqual([[FROM_KARIM, 'Déjà lu ailleurs']]);
  await community.readAll();
  await expect.poll(desktop.onScreen).toEqual([]);
});

test('closing the window for the first time says where the app goes on', async ({ begin }) => {
  const { window } = await begin();
  const desktop = record();
  await window.close();
  const hint = ['Guilde continue en arrière-plan', expect.stringContaining('Pour quitter')];
  await expect.poll(desktop.notifications).toEqual([hint]);
  await window.show();
  await window.close();
  await expect.poll(window.isVisible).toBe(false);
  expect(desktop.notifications()).toHaveLength(1);
});

test('the icon of the tray follows what is unread, and its click shows the window', async ({
  community,
  begin,
}) => {
  const starting = record();
  const { window } = await begin();
  await expect.poll(starting.trays).toBe(1);
  await window.close();
  await expect.poll(window.isVisible).toBe(false);
  const desktop = record();
  await community.write('Un mot pour la barre du haut');
  await expect.poll(desktop.trayChanges).toBeGreaterThan(0);
  await starting.clickTray();
  await expect.poll(window.isVisible).toBe(true);
  await expect.poll(window.isFocused).toBe(true);
});

test('one asks once about a page that does not answer, and takes the question back when it answers', async ({
  begin,
}) => {
  const { app, page, window } = await begin();
  await window.show();
  // This list is one answer; what asks about each window fails when one closes meanwhile.
  const dialogs = () =>
    execFileSync('xprop', ['-root', '_NET_CLIENT_LIST'], { encoding: 'utf8' }).split(',').length;
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
  const again = await app.page();
  await expect.poll(() => again.text()).toContain('Bonjour Claire');
});

test('the window has the theme of the member, also before the page is there', async ({
  community,
  computer,
  begin,
}) => {
  await community.claire.put('/api/settings', { ...DEFAULT_SETTINGS, theme: 'dark' });
  const { app } = await begin();
  const themeOf = (one: DrivenApp) =>
    one.inMain(({ nativeTheme, BrowserWindow }) => [
      nativeTheme.shouldUseDarkColors,
      BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase(),
    ]);
  await expect.poll(async () => (await themeOf(app))[0]).toBe(true);
  await app.end();
  const next = computer.start();
  await next.page();
  expect(await themeOf(next)).toEqual([true, '#18140f']);
});

for (const [title, keys] of [
  ['the keys of the letters zoom in, out and back', ['ctrl+equal', 'ctrl+minus', 'ctrl+0']],
  ['the keys of the numbers zoom in, out and back', ['ctrl+KP_Add', 'ctrl+KP_Subtract', 'ctrl+KP_0']],
] as const)
  test(title, async ({ begin }) => {
    const { app, window } = await begin();
    await window.show();
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

test('F5 loads the page again', async ({ begin }) => {
  const { page, window } = await begin();
  await window.show();
  await page.evaluate(() => {
    Object.assign(globalThis, { isOld: true });
  });
  key('F5');
  await expect.poll(() => page.evaluate(() => 'isOld' in globalThis).catch(() => true)).toBe(false);
});

const writeUnsaved = async (page: DrivenPage) => {
  await page.goTo('/profile');
  await page.click('button', 'Modifier');
  await page.type('input[name=firstName]', 'À moitié écrit');
};

test('reloading with unsaved words asks about the reload', async ({ begin }) => {
  const { app, page, window } = await begin();
  await window.show();
  await writeUnsaved(page);
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

test('the end of the session ends the app, also with unsaved words', async ({ begin }) => {
  const { app, page } = await begin();
  await writeUnsaved(page);
  app.process.kill('SIGTERM');
  await expect.poll(app.hasEnded).toBe(true);
});

/** Ends the app as « Quitter » does, so that it keeps its window's place. */
const quit = async (app: DrivenApp) => {
  // The process may end before it has answered.
  await app.inMain(({ app: running }) => running.quit()).catch(() => undefined);
  await expect.poll(app.hasEnded).toBe(true);
};
const boundsOf = (app: DrivenApp) =>
  app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());

test('the window opens where it was', async ({ computer, begin }) => {
  const { app } = await begin();
  const place = { x: 140, y: 90, width: 900, height: 640 };
  await app.inMain(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), place);
  await expect.poll(() => boundsOf(app)).toEqual(place);
  await quit(app);
  const next = computer.start();
  await next.page();
  await expect.poll(() => boundsOf(next)).toEqual(place);
});
