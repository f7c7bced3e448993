import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFakeElectron } from '../test/fake-electron.ts';
import { openCompanionCookies } from './companion-cookies.ts';

it('takes a cookie along until its age is over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-cookies-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'device.sealed');
  let now = 0;
  const { safeStorage } = createFakeElectron().electron;
  const cookies = openCompanionCookies({ safeStorage, isKept: () => true, file, server: '', now: () => now });
  await cookies.receive(['guilde.code=12; Max-Age=10; Path=/; HttpOnly; SameSite=Lax']);
  expect(await cookies.pairs()).toEqual(['guilde.code=12']);
  now = 10_001;
  expect(await cookies.pairs()).toEqual([]);
});
