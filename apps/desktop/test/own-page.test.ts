import { afterEach, describe, expect, it } from 'vitest';
import { OWN_FRAME } from './fake-electron.ts';
import type { FakeContents } from './fake-windows.ts';
import { endApps, NO_SERVER, navigations, open, windowOf } from './running-app.ts';

const ID = '8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';

afterEach(endApps);

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
      'https:///bon.exemple.fr@mal.exemple.fr',
      'https://\u0440\u0430ypal.com/',
      'https://boutique.exemple.fr/\u202egpj.exe',
      'javascript:alert(1)',
    ];
    for (const url of urls) expect(contents.click(url)).toBe('deny');
    for (const url of urls) app.send('open-external', { url });
    expect(app.opened).toEqual([...urls.slice(0, 2), ...urls.slice(0, 2)]);
  });

  it('opens pages of its own server outside, and nothing else by a path', async () => {
    const { app } = await guards();
    const paths = [
      '/settings',
      '/desktop?use=prove&challenge=x',
      '//mal.exemple/',
      '/\\\\mal.exemple/',
      '/api/account/personal-data',
      '/a/../api/account/personal-data',
      'settings',
      'https://mal.exemple/',
      '@mal.exemple/',
      'file:///etc/passwd',
      '',
    ];
    for (const path of paths) app.send('open-on-web', { path });
    expect(app.opened).toEqual([`${NO_SERVER}/settings`, `${NO_SERVER}/desktop?use=prove&challenge=x`]);
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

  it('a link to the own community opens inside, with its secrets; its API and other hosts do not', async () => {
    const { app, contents } = await guards();
    app.send('ready');
    for (const path of [`/sos/${ID}`, '/invitation#token=abc', '/api/files/1'])
      expect(contents.click(`${NO_SERVER}${path}`)).toBe('deny');
    contents.click('https://exemple.fr/home');
    expect(navigations(app)).toEqual([`/sos/${ID}`, '/invitation#token=abc']);
    expect(app.opened).toEqual(['https://exemple.fr/home']);
  });

  it('gets no permission but copying, full screen and the microphone, and nobody else gets those', async () => {
    const { app } = await guards();
    const { request, check, device } = app.permissions;
    const asked = (permission: string, requestingUrl: string, isMainFrame = true, mediaTypes?: string[]) => {
      let granted: boolean | null = null;
      const answer = (given: boolean) => {
        granted = given;
      };
      request?.(null as never, permission as never, answer, {
        requestingUrl,
        isMainFrame,
        mediaTypes,
      } as never);
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
    expect(asked('media', 'app://bundle/chat', true, ['audio'])).toBe(true);
    expect(asked('media', 'app://bundle/chat', false, ['audio'])).toBe(false);
    expect(asked('media', 'https://mal.exemple/', true, ['audio'])).toBe(false);
    expect(asked('media', 'app://bundle/chat', true, ['audio', 'video'])).toBe(false);
    const details = { mediaType: 'audio' } as never;
    expect(check?.(null as never, 'media' as never, 'app://bundle', details)).toBe(true);
    expect(check?.(null as never, 'media' as never, 'https://mal.exemple', details)).toBe(false);
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
    ['open-on-web', { path: `/${'x'.repeat(500)}` }],
    ['open-on-web', { path: '/settings', server: 'https://mal.exemple' }],
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
