import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../../web/e2e/people.ts';
import { type Server, startServer } from '../../web/e2e/server.ts';
import { type Exports, missingFrom, readExports, USED_NAMES, withoutShim } from '../test/electron-exports.ts';
import { type Computer, createComputer, needElectron, type RealApp, signIn } from './real-app.ts';

const EXPORTS = join(import.meta.dirname, '../test/electron-exports.json');

let server: Server;
let computer: Computer;
let app: RealApp | null = null;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  needElectron();
  server = await startServer();
  const nina = await signUp(server, 'nina');
  await signUp(server, 'claire', nina);
  computer = await createComputer(mkdtempSync(join(tmpdir(), 'guilde-electron-')), server.url);
});
test.afterEach(async () => {
  await app?.end();
  app = null;
});
test.afterAll(async () => {
  await computer?.close();
  await server?.close();
});

async function start(...args: string[]): Promise<{ app: RealApp; page: Page }> {
  app = await computer.start(...args);
  return { app, page: await app.page() };
}

test('the page comes from its own scheme, isolated, and signing in works through the main process', async () => {
  const { app, page } = await start();
  expect(new URL(page.url()).protocol).toBe('app:');
  const found = await page.evaluate(() => ({
    hasNode: 'process' in globalThis || 'require' in globalThis,
    bridge: Object.keys((globalThis as unknown as { guildeDesktop: object }).guildeDesktop),
  }));
  expect(found.hasNode).toBe(false);
  expect(found.bridge).not.toContain('send');
  await signIn(page, 'claire');
  await expect(page.getByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();
  expect(await app.electron.evaluate(({ app: running }) => running.isPackaged)).toBe(false);
});

test('Electron exports what the stand-in offers and what the shell uses', async () => {
  const { app, page } = await start();
  await expect(page.getByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();
  const read = await app.electron.evaluate(readExports, USED_NAMES);
  console.log(`On Electron ${read.electron}`);
  if (test.info().config.updateSnapshots === 'all')
    writeFileSync(EXPORTS, `${JSON.stringify(withoutShim(read), null, 2)}\n`);
  const stored = JSON.parse(readFileSync(EXPORTS, 'utf8')) as Exports;
  expect(missingFrom(read)).toEqual([]);
  if (read.electron === stored.electron) expect(withoutShim(read)).toEqual(stored);
  else expect(stored.names.filter((name) => !read.names.includes(name))).toEqual([]);
});
