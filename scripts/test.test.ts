import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

it('what fails stops nothing behind it, and is named at the end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-stages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'red.test.js'),
    `import { expect, test } from '${import.meta.resolve('vitest')}';
test('green', () => undefined);
test('red', () => expect(1).toBe(2));`,
  );
  writeFileSync(
    join(folder, 'red.journey.js'),
    `import { expect, test } from '${fileURLToPath(import.meta.resolve('@playwright/test'))}';
test.describe('day', () => { test('red', () => expect(1).toBe(2)); });
test('green', () => undefined);`,
  );
  writeFileSync(join(folder, 'playwright.config.js'), `export default { testMatch: '*.journey.js' };`);
  const report = (name: string) => join(folder, name);
  const stages = [
    { name: 'checks', command: 'echo checked; exit 3' },
    {
      name: 'unit tests',
      command: `vitest run --root ${folder} --reporter=json --outputFile=${report('units.json')}`,
      report: report('units.json'),
    },
    {
      name: 'journeys',
      command: `PLAYWRIGHT_JSON_OUTPUT_FILE=${report('journeys.json')} playwright test --config ${folder} --output ${report('out')} --reporter=json`,
      report: report('journeys.json'),
    },
    { name: 'last', command: 'echo the last stage ran' },
  ];
  const script = `const { runStages } = await import(${JSON.stringify(import.meta.resolve('./test.ts'))});
console.log(JSON.stringify(runStages(${JSON.stringify(stages)})));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect(stdout, stderr).toContain('the last stage ran');
  const failed: string[] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(failed).toEqual([
    'checks',
    'unit tests',
    expect.stringContaining('red.test.js › red'),
    'journeys',
    '  red.journey.js › red',
  ]);
});
