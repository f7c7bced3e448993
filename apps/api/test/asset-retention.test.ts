import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { retainAssets, retainedAssets } from '../src/platform/http/asset-retention.ts';
import { startGuilde } from './harness.ts';
import { temporaryFolder } from './platform.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The build does the same: it empties the folder and fills it. */
function build(folder: string, ...scripts: string[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), `<script type="module" src="/assets/${scripts[0]}"></script>`);
  for (const name of scripts) writeFileSync(join(folder, 'assets', name), `// ${name}`);
}

it('the files of an earlier build are served for a day after the next one, then they go', async () => {
  const [web, dataDir] = [temporaryFolder(), temporaryFolder()];
  let now = Date.now();
  build(web, 'old-1.js', 'same-1.js');
  await retainAssets(web, dataDir, now);
  const guilde = await startGuilde({ dataDir, env: { WEB_DIR: web } });
  const get = (name: string) => fetch(`${guilde.url}/assets/${name}`);
  const statuses = async () => {
    const names = ['old-1.js', 'same-1.js', 'new-1.js'];
    return Promise.all(names.map(async (name) => (await get(name)).status));
  };
  expect(await statuses()).toEqual([200, 200, 404]);

  // The first build is a month old here, but its retention begins only when it is replaced.
  now += 30 * DAY;
  build(web);
  expect(await statuses(), 'while the next build is under way').toEqual([200, 200, 404]);
  build(web, 'new-1.js', 'same-1.js');
  await retainAssets(web, dataDir, now);
  now += 23 * HOUR;
  await retainAssets(web, dataDir, now);
  expect(await statuses()).toEqual([200, 200, 200]);
  const { headers } = await get('old-1.js');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('content-type')).toContain('text/javascript');

  now += 2 * HOUR;
  await retainAssets(web, dataDir, now);
  expect(await statuses()).toEqual([404, 200, 200]);
  expect((await get('old-1.js')).headers.get('cache-control')).toBe('no-store');
  expect(readdirSync(join(retainedAssets(dataDir).earlier, 'assets'))).toEqual([]);
  await guilde.close();
});
