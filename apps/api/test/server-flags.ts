import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: { start: string };
};

/** Node's settings of `npm start`, for a process in any folder. */
export const SERVER_FLAGS = scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'))
  .map((flag) => flag.replace('=./', `=${new URL('.', root).href}`));
