import { spawnSync } from 'node:child_process';

/** Seconds to wait for another installation. */
const LOCK_TIMEOUT = 'DPkg::Lock::Timeout=300';

/** Installs system packages with apt as root; `RUNLEVEL` keeps services from starting. True when installed. */
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
