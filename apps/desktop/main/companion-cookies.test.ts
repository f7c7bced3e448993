import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFakeElectron } from '../test/fake-electron.ts';
import { openCompanionCookies } from './companion-cookies.ts';

function kept() {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-cookies-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'device.sealed');
  const { safeStorage } = createFakeElectron().electron;
  return { safeStorage, isKept: () => true, file, server: '', now: () => 0, report: console.error };
}

it('takes a cookie along until its age is over', async () => {
  let now = 0;
  const cookies = openCompanionCookies({ ...kept(), now: () => now });
  await cookies.receive(['guilde.code=12; Max-Age=10; Path=/; HttpOnly; SameSite=Lax']);
  expect(await cookies.pairs()).toEqual(['guilde.code=12']);
  now = 10_001;
  expect(await cookies.pairs()).toEqual([]);
});

it.each(['before', 'after'])(
  'keeps what comes %s the keyring has answered beside what an earlier start kept',
  async (when) => {
    const deps = kept();
    await openCompanionCookies(deps).receive(['guilde.device=a; Max-Age=10']);
    let isKept = false;
    const cookies = openCompanionCookies({ ...deps, isKept: () => isKept });
    expect(await cookies.pairs()).toEqual([]);
    isKept = when === 'after';
    await cookies.receive(['guilde.code=12; Max-Age=10']);
    isKept = true;
    await cookies.pairs();
    const next = await openCompanionCookies(deps).pairs();
    expect(next.sort()).toEqual(['guilde.code=12', 'guilde.device=a']);
  },
);
