import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, expect, it, vi } from 'vitest';
import { createFakeElectron } from './fake-electron.ts';
import { FakeDownload } from './fake-windows.ts';
import { endApps, open, type RunningApp, startApp, windowOf } from './running-app.ts';

let server: Server | null = null;

afterEach(() => {
  vi.useRealTimers();
  endApps();
  server?.closeAllConnections();
  server?.close();
});

type Said = { error: { code: string; message: string } };
const said = async (answer: Response) => ((await answer.json()) as Said).error;
const failing = (app: RunningApp, error: Error) => {
  app.electron.net.fetch = () => Promise.reject(error);
};

it.each([
  ['net::ERR_INTERNET_DISCONNECTED', /pas connecté à Internet/],
  ['net::ERR_CONNECTION_REFUSED', /Aucun serveur ne répond/],
  ['net::ERR_NAME_NOT_RESOLVED', /Aucun serveur ne répond/],
  ['net::ERR_CONNECTION_TIMED_OUT', /Aucun serveur ne répond/],
  ['net::ERR_CERT_AUTHORITY_INVALID', /certificat du serveur n’est pas valable/],
  ['net::ERR_CERT_DATE_INVALID', /certificat du serveur n’est pas valable/],
  ['net::ERR_SSL_PROTOCOL_ERROR', /n’est pas Guilde/],
  ["Attempted to redirect, but redirect policy was 'error'", /n’est pas Guilde/],
])('the page is told what %s means', async (message, text) => {
  const app = await open();
  failing(app, new Error(message));
  const answer = await app.load('/api/auth/account');
  expect(answer.status).toBe(503);
  expect(await said(answer)).toMatchObject({
    code: 'UNREACHABLE',
    message: expect.stringMatching(text),
  });
});

it('a server that takes a call and never answers is given up, an upload later than a question', async () => {
  let calls = 0;
  server = createServer(() => ++calls);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const app = await open();
  const { port } = server.address() as AddressInfo;
  const { fetch } = app.electron.net;
  app.electron.net.fetch = (url, init) => fetch(url.replace('localhost:9', `127.0.0.1:${port}`), init);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answered: string[] = [];
  const ask = async (what: string, init?: RequestInit) => {
    const answer = await app.load('/api/files/1', init);
    answered.push(`${what}: ${(await said(answer)).message}`);
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const both = [ask('question'), ask('upload', { method: 'PUT', body: new Uint8Array(500_000) })];
  while (calls < 2) await turn();
  await vi.advanceTimersByTimeAsync(15_100);
  await both[0];
  expect(answered).toEqual(['question: Le serveur met trop de temps à répondre. Réessaie dans un instant.']);
  await vi.advanceTimersByTimeAsync(100_000);
  await both[1];
  expect(answered).toHaveLength(2);
});

it('an answer that stops in the middle is given up too, and its file is said to be late', async () => {
  server = createServer((_request, response) => response.write('the first half'));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const app = await open();
  const { port } = server.address() as AddressInfo;
  const { fetch } = app.electron.net;
  app.electron.net.fetch = (url, init) => fetch(url.replace('localhost:9', `127.0.0.1:${port}`), init);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const path = '/api/conversations/1/files/1/full?download';
  const reader = (await app.load(path)).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('the first half');
  await vi.advanceTimersByTimeAsync(60_000);
  const rest = expect(reader?.read(), 'while nobody read, no time passed').rejects.toThrow();
  await vi.advanceTimersByTimeAsync(15_100);
  await rest;
  vi.useRealTimers();
  const item = new FakeDownload(`app://bundle${path}`, 'photo.jpg', 1000);
  app.download(item);
  item.end('interrupted', 'the first half');
  app.saveDialogs[0]?.answer(join(app.folder, 'photo.jpg'));
  const said = () => windowOf(app).webContents.sent.find(([channel]) => channel === 'downloaded')?.[1];
  await expect.poll(said).toEqual({ id: 1, name: 'photo.jpg', isSaved: false, fault: 'silent' });
});

it('the diagnostic names the server and the last failed calls, without pages and texts', async () => {
  const app = await startApp('https://guilde.exemple', {
    now: () => new Date('2026-03-01T08:00:00Z'),
  });
  failing(app, new Error('net::ERR_CERT_DATE_INVALID'));
  await app.load('/api/conversations/secret?q=facture');
  await app.load('/api/conversations/secret?q=facture');
  app.electron.net.fetch = async () =>
    new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
  await app.load('/api/sos');
  const help = app.menuBar.find(({ label }) => label === 'Aide')?.submenu as MenuItemConstructorOptions[];
  (help.find(({ label }) => label === 'Copier le diagnostic')?.click as (() => void) | undefined)?.();
  const [diagnostic = ''] = app.copied;
  expect(diagnostic).toMatch(/^Guilde 0\.1\.0 \(development\)\nServer: https:\/\/guilde\.exemple\nlinux /);
  expect(diagnostic).toContain('2026-03-01T08:00:00.000Z untrusted (ERR_CERT_DATE_INVALID), 2 times\n');
  expect(diagnostic).toContain('HTTP 502 (text/html)\n');
  expect(diagnostic).not.toMatch(/secret|facture|Bad Gateway/);
});

it.each([
  ['an address without TLS', '{"server":"http://autre.exemple"}'],
  ['an address with a password', '{"server":"https://lea:chaton@autre.exemple"}'],
  ['a broken file', '{"server":'],
])('%s in the settings file is said, and the address of the build is used', async (_what, settings) => {
  const fake = createFakeElectron();
  mkdirSync(fake.app.getPath('userData'), { recursive: true });
  writeFileSync(join(fake.app.getPath('userData'), 'settings.json'), settings);
  const app = await startApp('https://guilde.exemple', {}, fake);
  expect(app.dialogs).toHaveLength(1);
  const [{ message, detail } = { message: '', detail: '' }] = app.dialogs;
  expect(message).toBe('L’adresse du serveur n’est pas utilisable.');
  expect(detail).toMatch(/settings\.json\. En attendant, l’application utilise https:\/\/guilde\.exemple\.$/);
  expect(detail).not.toContain('chaton');
});
