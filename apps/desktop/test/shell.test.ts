import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeElectron, OWN_FRAME } from './fake-electron.ts';
import type { FakeContents, FakeWindow } from './fake-windows.ts';
import { endApps, type RunningApp, restart, startApp } from './running-app.ts';

/** Nobody listens there: these tests are about the shell alone. */
const NO_SERVER = 'http://localhost:9';
const ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';

afterEach(endApps);

const open = async (...args: Parameters<typeof startApp> extends [string, ...infer Rest] ? Rest : never) => {
  const app = await startApp(NO_SERVER, ...args);
  await expect.poll(() => app.windows.length).toBe(1);
  return app;
};
const windowOf = (app: RunningApp): FakeWindow => {
  const [window] = app.windows;
  if (!window) throw new Error('No window');
  return window;
};
const navigations = (app: RunningApp) =>
  windowOf(app)
    .webContents.sent.filter(([channel]) => channel === 'navigate')
    .map(([, path]) => path);

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

describe('nothing but our own page', () => {
  const guards = async () => {
    const app = await open();
    return { app, contents: windowOf(app).webContents };
  };
  const isStopped = (contents: FakeContents, event: string, url: string, isMainFrame = true) =>
    contents.emit(event, { url, isMainFrame });

  it.each([
    'https://guilde.fr/',
    'http://localhost:3000/',
    'file:///etc/passwd',
    'app://other/home',
    'app://bundle/api/docs',
    'data:text/html,x',
    'javascript:alert(1)',
  ])('never goes to %s', async (url) => {
    const { contents } = await guards();
    expect(isStopped(contents, 'will-frame-navigate', url)).toBe(true);
    expect(isStopped(contents, 'will-redirect', url)).toBe(true);
  });

  it('may reload, but not inside a frame', async () => {
    const { contents } = await guards();
    expect(isStopped(contents, 'will-frame-navigate', 'app://bundle/chat?sos=1')).toBe(false);
    expect(isStopped(contents, 'will-frame-navigate', 'app://bundle/chat', false)).toBe(true);
    expect(contents.emit('will-attach-webview')).toBe(true);
  });

  it('opens web pages and mail outside, nothing else, and never a window', async () => {
    const { app, contents } = await guards();
    const urls = [
      'https://boutique.exemple.fr/',
      'mailto:contact@exemple.fr?subject=Bonjour',
      'mailto:contact@exemple.fr?attach=/etc/passwd',
      'mailto:contact@exemple.fr?subject=a&Attachment=C:%5Csecret',
      'http://exemple.fr/',
      'file:///etc/passwd',
      'smb://host/share',
      'ms-msdt:/id',
      'https://user:password@exemple.fr/',
      'javascript:alert(1)',
    ];
    for (const url of urls) expect(contents.click(url)).toBe('deny');
    for (const url of urls) app.send('open-external', { url });
    expect(app.opened).toEqual([...urls.slice(0, 2), ...urls.slice(0, 2)]);
  });

  it('a page of ours that asks for a window of its own is shown in the one that there is', async () => {
    const { app, contents } = await guards();
    app.send('ready');
    expect(contents.click(`app://bundle/profile/${ID}?from=admin`)).toBe('deny');
    expect(contents.click('app://bundle/api/auth/account')).toBe('deny');
    expect(contents.click('app://elsewhere/home')).toBe('deny');
    expect(navigations(app)).toEqual([`/profile/${ID}?from=admin`]);
    expect([app.windows.length, app.opened]).toEqual([1, []]);
  });

  it('gets no permission but copying and full screen, and nobody else gets those', async () => {
    const { app } = await guards();
    const { request, check, device } = app.permissions;
    const asked = (permission: string, requestingUrl: string, isMainFrame = true) => {
      let granted: boolean | null = null;
      const answer = (given: boolean) => {
        granted = given;
      };
      request?.(null as never, permission as never, answer, { requestingUrl, isMainFrame } as never);
      return granted;
    };
    for (const permission of [
      'notifications',
      'media',
      'geolocation',
      'openExternal',
      'clipboard-read',
      'hid',
      'unknown',
    ]) {
      expect(asked(permission, 'app://bundle/home')).toBe(false);
      expect(check?.(null as never, permission as never, 'app://bundle', {} as never)).toBe(false);
    }
    expect(asked('clipboard-sanitized-write', 'app://bundle/home')).toBe(true);
    expect(asked('clipboard-sanitized-write', 'https://mal.exemple/')).toBe(false);
    expect(asked('clipboard-sanitized-write', 'app://bundle/home', false)).toBe(false);
    expect(check?.(null as never, 'fullscreen' as never, 'app://bundle', {} as never)).toBe(true);
    expect(check?.(null as never, 'fullscreen' as never, 'https://mal.exemple', {} as never)).toBe(false);
    expect(device?.({} as never)).toBe(false);
  });

  it.each([
    ['another origin', { origin: 'https://mal.exemple', parent: null }],
    ['a frame inside our page', { origin: 'app://bundle', parent: {} }],
    ['a frame that has gone', null],
  ])('%s is not heard over the bridge', async (_who, frame) => {
    const { app } = await guards();
    app.send('open-external', { url: 'https://exemple.fr/' }, frame);
    expect(app.opened).toEqual([]);
    await expect(app.invoke('state', frame)).rejects.toThrow();
    await expect(app.invoke('state', OWN_FRAME)).resolves.toMatchObject({ version: '0.1.0' });
  });

  it.each([
    ['open-external', 'https://exemple.fr/'],
    ['open-external', { url: 'https://exemple.fr/', extra: 1 }],
    ['open-external', { url: ['https://exemple.fr/'] }],
    ['start-at-login', { wanted: 'yes' }],
    ['socket:open', { id: 1, path: '/api/other' }],
    ['socket:open', { id: -1, path: '/api/live' }],
    ['socket:send', { id: 1, frame: 'x'.repeat(10_000) }],
  ])('%s with a value that does not fit is ignored', async (channel, value) => {
    const { app } = await guards();
    app.send(channel, value);
    expect([app.opened, app.app.login.openAtLogin]).toEqual([[], false]);
    expect(windowOf(app).webContents.sent.filter(([name]) => name === 'socket-event')).toEqual([]);
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
