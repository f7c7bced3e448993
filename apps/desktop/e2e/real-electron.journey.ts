import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, expect, test } from '@playwright/test';
import { PASSWORD, PEOPLE, signUp } from '../../web/e2e/people.ts';
import { type Server, startServer } from '../../web/e2e/server.ts';

/**
 * On the real binary, wherever there is one: what the stand-in cannot show. Looking for it must not import `electron`,
 * which would download it.
 */
const ROOT = join(import.meta.dirname, '../../..');
const PROGRAMS = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' } as Record<
  string,
  string
>;
const program = join(
  process.env.ELECTRON_OVERRIDE_DIST_PATH || join(ROOT, 'node_modules/electron/dist'),
  PROGRAMS[process.platform] ?? 'electron',
);
const isThere = existsSync(program);

if (!isThere && process.env.TEST_WORKER_INDEX === undefined) {
  const line = '═'.repeat(76);
  console.warn(
    `${line}\nNOT RUN ON A REAL ELECTRON: no binary at ${program}\n(npx install-electron)\n${line}`,
  );
}

let server: Server;
let folder: string;
let app: ElectronApplication | null = null;

test.beforeAll(async () => {
  if (!isThere && process.env.REQUIRE_ELECTRON === '1')
    throw new Error(`REQUIRE_ELECTRON, but there is no ${program}`);
  test.skip(!isThere, `no Electron at ${program}`);
  server = await startServer();
  const nina = await signUp(server, 'nina');
  await signUp(server, 'claire', nina);
  folder = mkdtempSync(join(tmpdir(), 'guilde-electron-'));
});
test.afterEach(async () => {
  await app?.close().catch(() => undefined);
  app = null;
});
test.afterAll(async () => {
  await server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function launch(...args: string[]) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ server: server.url }));
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const launched = await _electron.launch({
    executablePath: program,
    args: [ROOT, `--user-data-dir=${folder}`, ...asRoot, ...args],
  });
  app = launched;
  return { launched, page: await launched.firstWindow() };
}

test('the page comes from its own scheme, isolated, and signing in works through the main process', async () => {
  const { launched, page } = await launch();
  expect(new URL(page.url()).protocol).toBe('app:');
  const found = await page.evaluate(() => ({
    hasNode: 'process' in globalThis || 'require' in globalThis,
    bridge: Object.keys((globalThis as unknown as { guildeDesktop: object }).guildeDesktop),
  }));
  expect(found.hasNode).toBe(false);
  expect(found.bridge).not.toContain('send');
  await page.getByLabel('Email').fill(PEOPLE.claire.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();
  expect(await launched.evaluate(({ app: running }) => running.isPackaged)).toBe(false);
});

test('the session is not readable on the disk, and a link opens its page', async () => {
  const { launched, page } = await launch();
  await expect(page.getByRole('heading', { name: /Bonjour Claire|Connexion/ }).first()).toBeVisible();
  for (const file of readdirSync(folder).filter((name) => name === 'session.sealed'))
    expect(readFileSync(join(folder, file), 'latin1')).not.toContain('session_token');
  await launched.evaluate(({ app: running }) => {
    running.emit('second-instance', {}, ['guilde', 'guilde://profile/8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11']);
  });
  await expect(page).toHaveURL(/profile%2F8a7a4d0e|\/profile\/8a7a4d0e/);
});

test('nothing is asked of Google: neither a dictionary nor anything else', async () => {
  const log = join(folder, 'net-log.json');
  const { launched, page } = await launch(`--log-net-log=${log}`);
  await expect(page.getByRole('heading', { name: /Bonjour Claire|Connexion/ }).first()).toBeVisible();
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement('textarea'));
    field.focus();
  });
  await page.keyboard.type('Bonjuor a tous');
  // So long a dictionary would take at most to be asked for.
  await page.waitForTimeout(3000);
  await launched.close();
  app = null;
  const asked = readFileSync(log, 'utf8').match(/https?:\/\/[\w.-]+/g) ?? [];
  expect(asked).toContain('http://localhost');
  expect(asked.filter((origin) => /google|gvt1|gstatic/.test(origin))).toEqual([]);
});

test('nothing leads away from our own page', async () => {
  const { launched, page } = await launch();
  await page.evaluate(() => {
    location.href = 'https://example.org/';
  });
  await page.evaluate(() => globalThis.open('https://example.org/'));
  expect(new URL(page.url()).protocol).toBe('app:');
  expect(launched.windows()).toHaveLength(1);
});
