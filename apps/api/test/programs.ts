import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const top = new URL('../../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', top), 'utf8')) as {
  scripts: { start: string };
};
const program = (name: string) => fileURLToPath(new URL(`out/server/${name}.js`, top));

/** `npm start`, `npm run demo` and `npm run guilde` run these programs. */
export const SERVER = program('server');
export const DEMO = program('demo');
export const COMMAND_LINE = program('command-line');

/** `npm start` gives these flags to Node. */
export const SERVER_FLAGS = scripts.start.split(' ').filter((word) => word.startsWith('--'));
