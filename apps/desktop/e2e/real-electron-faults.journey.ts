import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { DrivenPage } from './driver.ts';
import { type Computer, saveAt, test } from './real-app.ts';

/** Chromium's own errors, from a server that is not there, not trusted, not answering or not Guilde. */
let server: (Server & { closeAllConnections: () => void }) | null = null;

test.afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

const listen = async (scheme: string, listening: NonNullable<typeof server>) => {
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `${scheme}://localhost:${(listening.address() as AddressInfo).port}`;
};
const answering = (listener: RequestListener) => listen('http', createServer(listener));
const selfSigned = () => {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', cert];
  const how = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files];
  execFileSync('openssl', how, { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
};

const open = async (computer: Computer, url: string) => {
  writeFileSync(join(computer.folder, 'settings.json'), JSON.stringify({ server: url }));
  const app = computer.start();
  const page = await app.page();
  return { app, page, text: () => page.text().catch(() => '') };
};

test('no server at the address is said, and the diagnostic names both', async ({ computer }) => {
  const { app, text } = await open(computer, 'http://localhost:9');
  await expect.poll(text).toContain('Aucun serveur ne répond à l’adresse de Guilde.');
  await expect.poll(text).not.toContain('Diagnostic copié');
  const diagnostic = await app.inMain(({ Menu, clipboard }) => {
    const help = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'Aide');
    help?.submenu?.items.find(({ label }) => label === 'Copier le diagnostic')?.click();
    return clipboard.readText();
  });
  await expect.poll(text).toContain('Diagnostic copié');
  expect(diagnostic).toContain('Server: http://localhost:9\n');
  expect(diagnostic).toMatch(/noServer \(ERR_(CONNECTION_REFUSED|UNSAFE_PORT)\)/);
});

test('a certificate that nobody vouches for is said', async ({ computer }) => {
  const secure = createTlsServer(selfSigned(), (_request, response) => response.end('{}'));
  const { text } = await open(computer, await listen('https', secure));
  await expect.poll(text).toContain('Le certificat du serveur n’est pas valable');
});

test('a page of the network in place of Guilde is said', async ({ computer }) => {
  const url = await answering((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Wi-Fi de la gare</h1>');
  });
  await expect.poll((await open(computer, url)).text).toContain('n’est pas Guilde');
});

test('a redirection to such a page is said too', async ({ computer }) => {
  const url = await answering((_request, response) => {
    response.writeHead(302, { location: 'http://localhost:9/portal' }).end();
  });
  await expect.poll((await open(computer, url)).text).toContain('n’est pas Guilde');
});

test('a proxy without its server is said', async ({ computer }) => {
  const url = await answering((_request, response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  });
  await expect.poll((await open(computer, url)).text).toContain('Le serveur rencontre un problème.');
});

test('a server that accepts and never answers is said, in place of « Chargement… »', async ({ computer }) => {
  const url = await answering(() => undefined);
  const { text } = await open(computer, url);
  await expect.poll(text).toContain('Chargement...');
  await expect.poll(text).toContain('Le serveur met trop de temps à répondre.');
});

const download = (page: DrivenPage, href: string) =>
  page.evaluate((address) => {
    const link = Object.assign(document.createElement('a'), { href: address, download: '' });
    document.body.append(link);
    link.click();
  }, href);

test('a picture and a file that stop in the middle are given up, and said to be late', async ({
  computer,
}) => {
  const url = await answering(({ url: path }, response) => {
    if (!path?.startsWith('/api/files/')) return void response.writeHead(404).end();
    const type = path.endsWith('.png') ? 'image/png' : 'application/pdf';
    response.writeHead(200, { 'content-type': type, 'content-length': 1000 }).write('half');
  });
  const { app, page, text } = await open(computer, url);
  await expect.poll(text).not.toBe('');
  const picture = page.evaluate(
    () =>
      new Promise((resolve) => {
        const image = Object.assign(new Image(), { src: '/api/files/photo.png' });
        image.addEventListener('error', () => resolve('given up'));
      }),
  );
  await saveAt(app, join(computer.folder, 'relevé.pdf'));
  await download(page, '/api/files/releve.pdf');
  await expect.poll(text).toContain('relevé.pdf\u00a0: le serveur met trop de temps à répondre.');
  expect(await picture).toBe('given up');
  expect(readdirSync(computer.folder)).not.toContain('relevé.pdf');
  expect(readdirSync(join(computer.folder, 'arriving'))).toEqual([]);
});

test('a file that finds no room on the disk is said, and leaves no part of it', async ({ computer }) => {
  const disk = process.env.SMALL_DISK ?? '';
  const url = await answering(({ url: path }, response) => {
    if (!path?.startsWith('/api/files/')) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(Buffer.alloc(5_000_000));
  });
  const { app, page, text } = await open(computer, url);
  await expect.poll(text).toContain('Réessayer');
  await saveAt(app, join(disk, 'relevé.pdf'));
  await download(page, '/api/files/releve.pdf');
  await expect.poll(text).toContain('relevé.pdf\u00a0: il n’y a plus assez de place sur le disque.');
  expect([readdirSync(disk), readdirSync(join(computer.folder, 'arriving'))]).toEqual([[], []]);
});
