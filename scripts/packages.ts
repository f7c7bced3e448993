import { spawnSync } from 'node:child_process';

/** Somebody else may be installing at this moment: waited for, in seconds. */
const LOCK_TIMEOUT = 'DPkg::Lock::Timeout=300';

/**
 * Installs packages of the system where we may: as root, with apt. Nothing of them is started: `RUNLEVEL` keeps services
 * from it. True when they are installed.
 */
export function installPackages(...names: string[]): boolean {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return false;
  const install = ['install', '-y', '--no-install-recommends', ...names];
  return aptGet(install) || (aptGet(['update']) && aptGet(install));
}

function aptGet(args: string[]): boolean {
  const all = ['-o', LOCK_TIMEOUT, ...args];
  console.log(`> apt-get ${all.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  return spawnSync('apt-get', all, { stdio: 'inherit', env }).status === 0;
}
