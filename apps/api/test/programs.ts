import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const top = new URL('../../../', import.meta.url);
const program = (name: string) => fileURLToPath(new URL(`${name}.js`, top));

/** `npm start`, `npm run demo` and `npm run guilde` run these programs. */
export const SERVER = program('server');
export const DEMO = program('out/server/demo');
export const COMMAND_LINE = program('guilde');
/** This is what the first of them loads. */
export const BUILT_SERVER = program('out/server/server');

/** The server starts itself anew with these flags, which costs a moment and a channel to its parent, unless it has them. */
export const SERVER_FLAGS = readFileSync(SERVER, 'utf8').match(/(?<=')--[\w-]+(?:=\d+)?(?=',\n)/g) ?? [];
