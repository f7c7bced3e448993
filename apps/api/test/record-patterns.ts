/**
 * This prints every regular expression that the given files of the product build from strings, as JSON.
 * `RegExp` is replaced before any module of the product is loaded. A new pattern at the top level of a module
 * is recorded by itself; one in a function needs a call here.
 */
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const recorded: { place: string; source: string; flags: string }[] = [];

globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, [source, flags]: [string, string?]) => {
    const pattern = new target(source, flags);
    const caller =
      new Error().stack?.split('\n').find((line) => /\/(apps|packages)\/.*\/src\//.test(line)) ?? '';
    const [, file, line] = /file:\/\/([^:]+):(\d+)/.exec(caller) ?? [];
    if (file && !file.includes('node_modules'))
      recorded.push({
        place: `${relative(ROOT, file)}:${line}`,
        source: pattern.source,
        flags: pattern.flags,
      });
    return pattern;
  },
});

for (const file of process.argv.slice(2)) await import(join(ROOT, file));
const { createMask } = await import('../src/knowledge/masking.ts');
const mask = createMask([
  {
    firstName: 'Jean-Pierre',
    lastName: 'de La Tour',
    storeName: 'Épices & Co',
    storeUrl: 'https://epices.example',
  },
]);
mask.neutral('FR76 3000 6000 0112 3456 7890 189');

process.stdout.write(JSON.stringify(recorded));
