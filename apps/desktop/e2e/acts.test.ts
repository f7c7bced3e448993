import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { INSTALLED_ACTS, REAL_ACTS } from './acts.ts';

const folder = import.meta.dirname;
const textOf = (journeys: RegExp) =>
  readdirSync(folder)
    .filter((file) => journeys.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

it.each([
  [REAL_ACTS, /^real-electron.*\.journey\.ts$/],
  [INSTALLED_ACTS, /^installed\.journey\.ts$/],
])('each listed act of the desktop app has a journey', (acts, journeys) => {
  const text = textOf(journeys);
  expect(Object.keys(acts).filter((title) => !text.includes(`'${title}'`))).toEqual([]);
});
