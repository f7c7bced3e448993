import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Guilde, startGuilde } from './harness.ts';
import { temporaryFolder } from './platform.ts';

const WEB = fileURLToPath(new URL('../../../out/web', import.meta.url));

/** `npm test` builds the client first. */
const isBuilt = existsSync(`${WEB}/index.html.br`);

let guilde: Guilde;

beforeAll(async () => {
  guilde = await startGuilde();
});
afterAll(() => guilde.close());

/** This does not use fetch, which asks for compression and undoes it by itself. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: number }>(
    (resolve, reject) => {
      request(`${guilde.url}${path}`, { headers }, (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes }));
      })
        .once('error', reject)
        .end();
    },
  );
}

it.runIf(isBuilt)('a page is asked for again each time, and answered 304 while it is the same', async () => {
  for (const path of ['/', '/sos', '/invite/x']) {
    const first = await get(path);
    expect(first.status).toBe(200);
    expect(first.headers['cache-control']).toBe('no-cache');
    const tag = String(first.headers.etag);
    const again = await get(path, { 'if-none-match': tag });
    expect([again.status, again.bytes]).toEqual([304, 0]);
    expect(again.headers['content-security-policy']).toContain("script-src 'self'");
    expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200);
  }
});

it('answers of the API carry no tag and stay out of caches', async () => {
  const { headers } = await get('/api/health/live');
  expect(headers.etag).toBeUndefined();
  expect(headers['cache-control']).toBe('no-store');
});

it.runIf(isBuilt)('texts come compressed to whoever can read that', async () => {
  const plain = await get('/');
  for (const encoding of ['br', 'gzip']) {
    const small = await get('/', { 'accept-encoding': encoding });
    expect(small.headers['content-encoding']).toBe(encoding);
    expect(small.headers.vary).toContain('Accept-Encoding');
    expect(small.bytes).toBeLessThan(plain.bytes);
    expect(small.headers.etag).not.toBe(plain.headers.etag);
  }
  expect(plain.headers['content-encoding']).toBeUndefined();
});

it.runIf(isBuilt)('a page announces its scripts, and its data to who may be signed in', async () => {
  const linksOf = async (path: string, headers = {}) =>
    [(await get(path, headers)).headers.link].flat().join();
  const home = await linksOf('/home', { cookie: 'any=thing' });
  const files = [...home.matchAll(/<(\/assets\/[^>]+)>; rel=modulepreload/g)].map(([, file]) => file ?? '');
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect((await get(file)).status).toBe(200);
  expect(home).toContain('</api/home>; rel=preload; as=fetch; crossorigin');
  const visitor = await linksOf('/home');
  expect(visitor).toContain('modulepreload');
  expect(visitor).not.toContain('/api/');
  const filtered = await linksOf('/sos?status=open', { cookie: 'any=thing' });
  expect(filtered).toContain('</api/auth/account>');
  expect(filtered).not.toContain('</api/sos>');
  expect(await linksOf('/nowhere', { cookie: 'any=thing' })).toBe('');
});

it.runIf(isBuilt)(
  'a shared link shows a preview: of the landing page with figures, of an invitation without a name',
  async () => {
    const read = async (path: string) => (await fetch(`${guilde.url}${path}`)).text();
    const landing = await read('/');
    const { publicUrl } = guilde.deps.config;
    expect(landing).toContain(`<meta property="og:image" content="${publicUrl}/preview.png" />`);
    expect(landing).toContain('<meta name="guilde:figures" content="{&quot;merchants&quot;:null');
    expect((await get('/preview.png')).headers['content-type']).toBe('image/png');
    const invitation = await read('/auth?token=some-token');
    expect(invitation).toContain('og:title');
    expect(invitation).not.toMatch(/some-token|@|guilde:figures/);
    expect(await read('/home')).not.toContain('og:');
    expect(String((await get('/auth')).headers.link)).toContain('modulepreload');
  },
);

it.runIf(isBuilt)('a visitor’s landing and sign-in are on screen before any script', async () => {
  const read = async (path: string, headers = {}) =>
    (await fetch(`${guilde.url}${path}`, { headers })).text();
  expect(await read('/')).toMatch(/<div id="root"><div.*L’entraide privée.*href="\/auth"/s);
  const signIn = await read('/auth');
  expect(signIn).toMatch(/<div id="root"><div.*<h1[^>]*>Connexion.*<form inert/s);
  expect(signIn).toContain('<title>Connexion · Guilde</title>');
  expect(await read('/invitation-info')).toContain('<title>Inscription sur invitation · Guilde</title>');
  expect(await read('/')).toContain('<title>Guilde · L’entraide privée des e-commerçants certifiés</title>');
  expect(await read('/auth?mode=code')).not.toContain('Connexion · Guilde');
  // A prerendered form would be wrong here: the page shows another form, or depends on the viewer.
  const signedIn = await read('/auth', { cookie: 'any=thing' });
  for (const page of [
    signedIn,
    await read('/auth?mode=code'),
    await read('/invitation'),
    await read('/home'),
  ])
    expect(page).toContain('<div id="root"></div>');
});

it.runIf(isBuilt)('the renderer of pages is not served', async () => {
  expect((await get('/server/entry-server.js')).status).toBe(404);
  expect((await get('/web-renderer/entry-server.js')).status).toBe(404);
});

it('a file is hashed once, and again when another takes its place', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'robots.txt');
  const at = new Date('2026-11-01');
  const put = (content: string, time: Date) => {
    writeFileSync(file, content);
    utimesSync(file, time, time);
  };
  put('first', at);
  const other = await startGuilde({ env: { WEB_DIR: folder } });
  onTestFinished(other.close);
  const ask = (tag = '') => fetch(`${other.url}/robots.txt`, { headers: { 'if-none-match': tag } });
  const tag = (await ask()).headers.get('etag') ?? '';
  // Only its content tells that the file has changed, and the server does not hash it.
  put('other', at);
  expect((await ask(tag)).status).toBe(304);
  put('other', new Date('2026-11-02'));
  const next = await ask(tag);
  expect([next.status, await next.text(), next.headers.get('etag') === tag]).toEqual([200, 'other', false]);
});

it('an address that asks for files without end is told to wait', async () => {
  const other = await startGuilde({ rateLimits: true });
  onTestFinished(other.close);
  const statuses = new Set<number>();
  const ask = async () => {
    while (!statuses.has(429)) statuses.add((await fetch(`${other.url}/nothing.js`)).status);
  };
  await Promise.all(Array.from({ length: 20 }, ask));
  expect([...statuses]).toEqual([404, 429]);
});

it('what is not there is not found, rather than a page', async () => {
  expect((await get('/assets/gone-12345678.js')).status).toBe(404);
});
