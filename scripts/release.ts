import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './build.ts';
import { checksumsOf, copyNativePackages, filesOf, makeEven, PLATFORM } from './release-files.ts';
import { billOf, type Lock } from './sbom.ts';

/**
 * `npm run release [folder]` makes the archive that serves without an installation (docs/hosting.md#install): what
 * was built, three packages in machine code for this platform, the migrations, the units for systemd and the bill of
 * materials. GNU tar sorts its entries.
 */
const TOP = join(import.meta.dirname, '..');
const COPIED = [
  ...['server.js', 'guilde.js', 'node-floor.js', 'apps/api/migrations', 'SECURITY.md'],
  ...['guilde.env', 'guilde.service', 'guilde-backup.service', 'guilde-backup.timer', 'alerts.yml'].map(
    (name) => `deploy/${name}`,
  ),
];

type Package = { version: string; engines: object };

async function makeRelease(target: string): Promise<string> {
  const { version, engines } = readJson('package.json') as Package;
  const lock = readJson('package-lock.json') as Lock;
  const { commit, at } = origin();
  const name = `guilde-${version}-${PLATFORM}`;
  const folder = join(target, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildAll(join(folder, 'out'));
  for (const path of COPIED) cpSync(join(TOP, path), join(folder, path), { recursive: true });
  copyNativePackages(lock, TOP, folder);
  const scripts = { start: 'node server.js', guilde: 'node guilde.js' };
  const about = { name: 'guilde', version, commit, private: true, type: 'module', engines, scripts };
  const write = (file: string, value: object) =>
    writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
  write('package.json', about);
  write('server.cdx.json', billOf(lock, 'server', at));
  writeFileSync(join(folder, 'SHA256SUMS'), checksumsOf(folder, filesOf(folder)));
  makeEven(folder, at);
  const archive = `${name}.tar.gz`;
  const even = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=ustar'];
  execFileSync('tar', [...even, '-C', target, '-I', 'gzip -9n', '-cf', join(target, archive), name]);
  writeFileSync(join(target, `${archive}.sha256`), checksumsOf(target, [archive]));
  rmSync(folder, { recursive: true });
  return join(target, archive);
}

/** A build without the repository, as that of the image, is told the commit. */
function origin(): { commit: string; at: Date } {
  const { GUILDE_COMMIT, SOURCE_DATE_EPOCH } = process.env;
  if (GUILDE_COMMIT)
    return {
      commit: GUILDE_COMMIT,
      at: SOURCE_DATE_EPOCH ? new Date(Number(SOURCE_DATE_EPOCH) * 1000) : new Date(),
    };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: TOP, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain') !== '';
  return {
    commit: git('rev-parse', 'HEAD') + (isChanged ? ' with changes' : ''),
    at: new Date(Number(git('log', '-1', '--format=%ct')) * 1000),
  };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(TOP, path), 'utf8'));
}

if (import.meta.main) console.log(await makeRelease(process.argv[2] ?? join(TOP, 'out/server-release')));
