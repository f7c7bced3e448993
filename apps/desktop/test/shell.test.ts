import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { paths } from '@guilde/ui/paths.ts';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeElectron } from './fake-electron.ts';
import { endApps, NO_SERVER, navigations, open, restart, startApp, windowOf } from './running-app.ts';

const ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';

afterEach(endApps);

describe('one instance', () => {
  it('leaves the place to the one that was there first', async () => {
    const fake = createFakeElectron();
    fake.app.hasLock = false;
    const app = await startApp(NO_SERVER, {}, fake);
    expect(app.app.hasQuit).toBe(true);
    expect([app.windows, app.trays, app.schemes]).toEqual([[], [], []]);
  });

  it('started again it shows its window', async () => {
    const app = await open();
    windowOf(app).hide();
    app.app.emit('second-instance', {}, ['guilde']);
    expect(windowOf(app)).toMatchObject({ visible: true, focused: true });
    expect(app.windows.length).toBe(1);
  });

  it('started again at login, which asks for no window, it stays hidden; a link is followed all the same', async () => {
    const app = await startApp(NO_SERVER, { argv: ['guilde', '--hidden'] });
    expect(app.windows).toEqual([]);
    app.app.emit('second-instance', {}, ['guilde', '--hidden', `guilde://sos/${ID}`]);
    await expect.poll(() => app.windows.length).toBe(1);
    windowOf(app).hide();
    app.app.emit('second-instance', {}, ['guilde', '--hidden']);
    expect(windowOf(app).visible).toBe(false);
    app.app.emit('second-instance', {}, ['guilde', '--hidden', `guilde://sos/${ID}`]);
    expect(windowOf(app).visible).toBe(true);
  });
});

describe('the window', () => {
  it('is isolated, sandboxed and without Node', async () => {
    const app = await open();
    expect(windowOf(app).options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
    });
    expect(windowOf(app).webContents.url).toBe('app://bundle/home');
    expect(app.schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
      },
    ]);
  });

  it('hides to the tray when it is closed; « Quitter » quits', async () => {
    const app = await open();
    windowOf(app).close();
    expect(windowOf(app)).toMatchObject({ visible: false, destroyed: false });
    const click = (label: string) => {
      const item = app.trays[0]?.menu.find((one) => one.label === label);
      (item?.click as (() => void) | undefined)?.();
    };
    click('Ouvrir Guilde');
    expect(windowOf(app).visible).toBe(true);
    click('Quitter');
    expect(app.app.hasQuit).toBe(true);
  });

  it('opens where it was the last time', async () => {
    const fake = createFakeElectron();
    mkdirSync(fake.app.getPath('userData'), { recursive: true });
    writeFileSync(
      join(fake.app.getPath('userData'), 'window.json'),
      JSON.stringify({ x: 50, y: 60, width: 900, height: 700, isMaximized: true }),
    );
    const app = await open({}, fake);
    expect(windowOf(app).options).toMatchObject({ x: 50, y: 60, width: 900, height: 700 });
    expect(windowOf(app).maximized).toBe(true);
    windowOf(app).close();
    const file = join(app.app.getPath('userData'), 'window.json');
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('"width":900');
  });

  it('asks before something typed is lost', async () => {
    const app = await open();
    const { webContents } = windowOf(app);
    expect(webContents.emit('will-prevent-unload'), 'stay').toBe(false);
    app.dialogAnswer = 1;
    expect(webContents.emit('will-prevent-unload'), 'leave').toBe(true);
  });

  it('started with the computer it waits in the tray', async () => {
    const app = await startApp(NO_SERVER, { argv: ['guilde', '--hidden'] });
    expect([app.windows.length, app.trays.length]).toEqual([0, 1]);
    app.app.emit('activate');
    await expect.poll(() => app.windows.length).toBe(1);
  });
});

describe('links', () => {
  it('one that started the app waits until its page listens, and again after a reload', async () => {
    const app = await open({ argv: ['guilde', '--switch', `guilde://sos/${ID}`, '--last'] });
    expect(navigations(app)).toEqual([]);
    app.send('ready');
    expect(navigations(app)).toEqual([`/sos/${ID}`]);
    const page = windowOf(app).webContents;
    page.emit('did-navigate');
    app.app.emit('second-instance', {}, ['guilde', `guilde://profile/${ID}`]);
    expect(navigations(app)).toEqual([`/sos/${ID}`]);
    app.send('ready');
    expect(navigations(app)).toEqual([`/sos/${ID}`, `/profile/${ID}`]);
  });

  it('the browser’s code for a passkey waits for the page too, and is no navigation', async () => {
    const [first, second] = ['a'.repeat(43), 'b'.repeat(43)];
    const app = await open({ argv: ['guilde', `guilde://passkey/${first}`] });
    const codes = () => windowOf(app).webContents.sent.filter(([channel]) => channel === 'passkey-code');
    expect(codes()).toEqual([]);
    app.send('ready');
    expect(codes()).toEqual([['passkey-code', first]]);
    windowOf(app).close();
    app.app.emit('second-instance', {}, ['guilde', '--flag', `guilde://passkey/${second}/`]);
    app.app.emit('second-instance', {}, ['guilde', `guilde://passkey/${second}x`]);
    expect(codes()).toEqual([
      ['passkey-code', first],
      ['passkey-code', second],
    ]);
    expect(windowOf(app).visible).toBe(true);
    expect(navigations(app)).toEqual([]);
  });

  it('a navigation that is stopped leaves the page listening', async () => {
    const app = await open();
    app.send('ready');
    const page = windowOf(app).webContents;
    page.emit('did-start-navigation', {
      url: 'https://exemple.fr/',
      isMainFrame: true,
      isSameDocument: false,
    });
    expect(page.emit('will-frame-navigate', { url: 'https://exemple.fr/', isMainFrame: true })).toBe(true);
    app.app.emit('second-instance', {}, ['guilde', `guilde://sos/${ID}`]);
    expect(navigations(app)).toEqual([`/sos/${ID}`]);
  });

  it('macOS hands one over before anything is ready', async () => {
    const fake = createFakeElectron();
    const ready = Promise.withResolvers<void>();
    fake.app.whenReady = () => ready.promise;
    const starting = startApp(NO_SERVER, { platform: 'darwin' }, fake);
    expect(fake.app.emit('open-url', {}, `guilde://chat/${ID}`)).toBe(true);
    ready.resolve();
    const app = await starting;
    await expect.poll(() => app.windows.length).toBe(1);
    app.send('ready');
    expect(navigations(app)).toEqual([`/chat?sos=${ID}`]);
  });

  it('one that is none of ours only shows the window', async () => {
    const app = await open();
    app.send('ready');
    windowOf(app).hide();
    app.app.emit('second-instance', {}, ['guilde', 'guilde://admin/../../etc']);
    expect(windowOf(app).visible).toBe(true);
    expect(navigations(app)).toEqual([]);
  });

  it('are claimed from the system, in development with the program to run', async () => {
    const packaged = createFakeElectron();
    packaged.app.isPackaged = true;
    expect((await open({}, packaged)).app.protocolClients).toEqual([['guilde']]);
    const app = await open({ argv: ['electron', '/src/guilde'], program: '/bin/electron' });
    expect(app.app.protocolClients).toEqual([['guilde', '/bin/electron', [resolve('/src/guilde')]]]);
  });
});

describe('menus', () => {
  const labels = (items: MenuItemConstructorOptions[]) => items.flatMap(({ label }) => label ?? []);

  it('go back and forward', async () => {
    const app = await open();
    const view = app.menuBar.find(({ label }) => label === 'Affichage')
      ?.submenu as MenuItemConstructorOptions[];
    for (const wanted of ['Page précédente', 'Page suivante'])
      (view.find(({ label }) => label === wanted)?.click as (() => void) | undefined)?.();
    expect(windowOf(app).webContents.steps).toEqual([-1, 1]);
  });

  it('are in French, with editing and zoom', async () => {
    const app = await open();
    expect(labels(app.menuBar)).toEqual(['Fichier', 'Édition', 'Affichage', 'Fenêtre', 'Aide']);
    const all = app.menuBar.flatMap(({ submenu }) => submenu as MenuItemConstructorOptions[]);
    expect(all.filter(({ type, label }) => type !== 'separator' && !label)).toEqual([]);
    expect(all.map(({ role }) => role)).toEqual(
      expect.arrayContaining(['undo', 'cut', 'copy', 'paste', 'zoomIn', 'zoomOut', 'resetZoom']),
    );
    expect(all.map(({ role }) => role)).not.toContain('toggleDevTools');
  });

  it('the right button offers corrections, copy and paste', async () => {
    const app = await open();
    const clicked = {
      isEditable: true,
      selectionText: '',
      editFlags: { canCut: false, canCopy: false, canPaste: true, canSelectAll: true },
      linkURL: '',
      misspelledWord: 'bonjuor',
      dictionarySuggestions: ['bonjour'],
    };
    windowOf(app).webContents.emit('context-menu', {}, clicked);
    expect(labels(app.popups[0] ?? [])).toEqual([
      'bonjour',
      'Ajouter au dictionnaire',
      'Couper',
      'Copier',
      'Coller',
      'Tout sélectionner',
    ]);
    const learn = app.popups[0]?.find(({ label }) => label === 'Ajouter au dictionnaire');
    (learn?.click as (() => void) | undefined)?.();
    expect(app.learned).toEqual(['bonjuor']);
    const nothing = { ...clicked, isEditable: false, misspelledWord: '', linkURL: 'file:///etc/passwd' };
    windowOf(app).webContents.emit('context-menu', {}, nothing);
    expect(app.popups.length).toBe(1);
  });

  it('spelling is checked in French, with our own dictionary before any other could be loaded', async () => {
    const downloads = 'https://fichiers.exemple/desktop';
    for (const platform of ['linux', 'win32'] as const)
      expect((await open({ platform, downloads })).spellChecker).toEqual([
        [],
        'https://fichiers.exemple/desktop/dictionaries/',
        ['fr'],
        true,
      ]);
  });

  it('another session, as that of the updates, loads no dictionary', async () => {
    const app = await open({ downloads: 'https://fichiers.exemple' });
    const languages: string[][] = [];
    app.app.emit('session-created', {
      setSpellCheckerLanguages: (wanted: string[]) => languages.push(wanted),
    });
    expect(languages).toEqual([[]]);
  });

  it('spelling is not checked where the dictionary would come from Google; macOS has its own', async () => {
    expect((await open()).spellChecker).toEqual([[], false]);
    expect((await open({ platform: 'darwin' })).spellChecker).toEqual([]);
  });
});

describe('starting with the computer', () => {
  it('on Linux is a file that starts the program without a window', async () => {
    const fake = createFakeElectron();
    const env = { XDG_CONFIG_HOME: join(fake.folder, 'config') };
    const app = await open({ env }, fake);
    const file = join(fake.folder, 'config/autostart/fr.guilde.desktop');
    expect(await app.invoke('state')).toMatchObject({ startsAtLogin: false });
    app.send('start-at-login', { wanted: true });
    await expect
      .poll(() => existsSync(file) && readFileSync(file, 'utf8'))
      .toContain('Exec="/opt/Guilde/guilde" --hidden');
    await expect.poll(async () => app.invoke('state')).toMatchObject({ startsAtLogin: true });
    app.send('start-at-login', { wanted: false });
    await expect.poll(() => existsSync(file)).toBe(false);
  });

  it('elsewhere is the system’s own setting', async () => {
    const app = await open({ platform: 'win32' });
    app.send('start-at-login', { wanted: true });
    await expect.poll(() => app.app.login).toMatchObject({ openAtLogin: true, args: ['--hidden'] });
  });
});

describe('the server’s address', () => {
  const used = async (settings: string) => {
    const fake = createFakeElectron();
    mkdirSync(fake.app.getPath('userData'), { recursive: true });
    writeFileSync(join(fake.app.getPath('userData'), 'settings.json'), settings);
    const asked: string[] = [];
    fake.electron.net.fetch = async (url) => {
      asked.push(new URL(url).origin);
      throw new TypeError('offline');
    };
    await startApp('https://guilde.exemple', { argv: ['guilde', '--hidden'] }, fake);
    return asked[0];
  };

  it.each([
    [
      'another, where the settings file says so',
      '{"server":"https://autre.exemple/"}',
      'https://autre.exemple',
    ],
    ['this machine for developers', '{"server":"http://localhost:3000"}', 'http://localhost:3000'],
    [
      'the built one for an address without TLS',
      '{"server":"http://autre.exemple"}',
      'https://guilde.exemple',
    ],
    ['the built one for no address', '{"server":"file:///etc"}', 'https://guilde.exemple'],
    ['the built one for a broken file', '{"server":', 'https://guilde.exemple'],
  ])('is %s', async (_what, settings, server) => {
    expect(await used(settings)).toBe(server);
  });
});

it('a server that no longer fits is told to the page', async () => {
  const fake = createFakeElectron();
  fake.electron.net.fetch = async () => Response.json({ live: true, protocol: 9, oldestClient: 8 });
  const app = await open({}, fake);
  await expect.poll(async () => app.invoke('state')).toMatchObject({ compatibility: 'client-too-old' });
  const again = await restart(app, NO_SERVER);
  expect(await again.invoke('state')).toMatchObject({ compatibility: 'compatible' });
});

it('the trial notification that the page asks for is shown, and its click opens the settings', async () => {
  const app = await open();
  const trial = { title: 'Notification d’essai', body: 'Tout est prêt.', silent: true };
  app.send('notification:try', { ...trial, icon: '/etc/passwd' });
  app.send('notification:try', trial);
  expect(app.notifications.map(({ options }) => options)).toEqual([expect.objectContaining(trial)]);
  app.notifications[0]?.emit('click');
  app.send('ready');
  expect(navigations(app)).toEqual([paths.settings('notifications')]);
});
