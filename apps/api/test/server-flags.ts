import { readFileSync } from 'node:fs';

const root = new URL('../../../package.json', import.meta.url);
const { scripts } = JSON.parse(readFileSync(root, 'utf8')) as { scripts: { start: string } };

/** V8's settings of `npm start`. */
export const SERVER_FLAGS = scripts.start.split(' ').filter((word) => word.startsWith('--'));
