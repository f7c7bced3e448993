import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isBuilt } from './build.ts';

/**
 * `npm start`, `npm run demo` and `npm run guilde` run a program of the top folder with the Node that comes
 * with the dependencies, and in production with the machine's. Commands do not build: beside a server that runs
 * they must be of its version.
 */
const [program = 'server.js', ...args] = process.argv.slice(2);
if (program !== 'guilde.js' && !isBuilt()) {
  // Vite changes the environment of its process.
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const node = process.env.NODE_ENV === 'production' ? nodeOfMachine() : process.execPath;
const command = [join(import.meta.dirname, '..', program), ...args];
// npm ends this process, so the program takes its place; Windows cannot do that.
if (process.execve) process.execve(node, [node, ...command], process.env);
process.exitCode = spawnSync(node, command, { stdio: 'inherit' }).status ?? 1;

/** npm puts its own folders first in PATH. */
function nodeOfMachine(): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file) && !/[\\/]node_modules[\\/]node[\\/]/.test(realpathSync(file)));
  if (found) return found;
  console.error(
    'En production, Guilde demande le Node de la machine, et PATH n’en contient pas\u00a0: installe-le.',
  );
  process.exit(1);
}
