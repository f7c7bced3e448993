import { spawnSync } from 'node:child_process';

/** apt waits this many seconds for another installation. */
const LOCK_TIMEOUT = 'DPkg::Lock::Timeout=300';

/**
 * Needs root; `RUNLEVEL` keeps services from starting. Nothing is installed that would remove another package,
 * such as the machine's own mail server. The result is true after an installation.
 */
export function installPackages(...names: string[]): boolean {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return false;
  const install = ['install', '-y', '--no-install-recommends', '--no-remove', ...names];
  return aptGet(install) || (aptGet(['update']) && aptGet(install));
}

function aptGet(args: string[]): boolean {
  const all = ['-o', LOCK_TIMEOUT, ...args];
  console.log(`> apt-get ${all.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  return spawnSync('apt-get', all, { stdio: 'inherit', env }).status === 0;
}
