import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SERVICES } from './services.ts';
import { isTest, readSources } from './sources.ts';

const isRoot = process.getuid?.() === 0;

/** Only these programs are found on the machine; each is given as a shell script by its name. */
function machine(programs: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-path-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const run = (script: string, env: Record<string, string> = {}) => {
    const file = join(import.meta.dirname, script);
    const options = { env: { ...env, PATH: folder }, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], options);
    return { status, said: stdout + stderr };
  };
  return { folder, run };
}

it('without Redis, and nobody to install it: one sentence before the tests, and a loud one after them', () => {
  const { run } = machine();
  const before = run('ensure-services.ts');
  expect(before.status).toBe(0);
  const sentence = before.said.split('\n').filter((line) => line.includes('redis-server'));
  expect(sentence).toEqual([
    expect.stringMatching(
      /^redis-server manque.*plusieurs instances.*sudo apt-get install redis-server.*relance\.$/,
    ),
  ]);
  const after = run('not-run.ts');
  expect(after.status).toBe(0);
  expect(after.said).toMatch(/^═+\nN’ONT PAS TOURNÉ.*plusieurs instances.*redis-server/);
});

it.each([
  ['redis-server', /\b(?:startRedis|startInstallation|startTwoInstances)\(/],
  ['sqld', /\b(?:startSqld|onServer|startInstallation|startTwoInstances)\(/],
  ['nginx', /\bspawn\('nginx'/],
  ['caddy', /\bspawn\('caddy'/],
  ['exim4', /\bstartExim\(/],
  ['promtool', /\bexecFileSync\('promtool'/],
])('every test file that starts %s is left out where there is none', (name, starts) => {
  const starting = readSources()
    .filter(({ file, text }) => isTest(file) && file.endsWith('.test.ts') && starts.test(text))
    .map(({ file }) => file);
  expect(SERVICES.find((service) => service.name === name)?.files.toSorted()).toEqual(starting.toSorted());
});

it('with Redis nothing is said after the tests', () => {
  const { run } = machine({
    'redis-server': 'echo "Redis server v=7.0.15"',
    node: `exec ${process.execPath} "$@"`,
  });
  expect(run('ensure-services.ts').said).toContain('Redis server v=7.0.15');
  expect(run('not-run.ts').said).not.toContain('redis-server');
});

it.runIf(isRoot)('whoever may install it does, and waits for the lock of the package manager', () => {
  const { run, folder } = machine({
    'apt-get': `[ "$1" = --version ] && exit 0
echo "$@" >> "$(dirname "$0")/asked"
[ "$3" = update ] && exit 0
[ -e "$(dirname "$0")/failed" ] || { : > "$(dirname "$0")/failed"; exit 100; }
printf '#!/bin/sh\\necho "Redis server v=7.0.15"\\n' > "$(dirname "$0")/redis-server"
/bin/chmod +x "$(dirname "$0")/redis-server"`,
    dirname: 'exec /usr/bin/dirname "$@"',
  });
  const { status, said } = run('ensure-services.ts');
  expect(status).toBe(0);
  expect(said).toContain('Redis server v=7.0.15');
  const asked = readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
  expect(asked.map((line) => line.replace(/^-o DPkg::Lock::Timeout=300 /, 'locked '))).toEqual([
    expect.stringMatching(/^locked install -y .*redis-server$/),
    'locked update',
    expect.stringMatching(/^locked install -y .*redis-server$/),
    expect.stringMatching(/^locked install -y .*nginx$/),
    expect.stringMatching(/^locked install -y .*caddy$/),
    expect.stringMatching(/^locked install -y .*--no-remove exim4-daemon-light$/),
    expect.stringMatching(/^locked install -y .*prometheus$/),
  ]);
});

it('without a Chromium one sentence says how to get one, and the tests stop', () => {
  const { run } = machine();
  const { status, said } = run('ensure-browser.ts', {
    CHROMIUM_PATH: '/nowhere/chromium',
    PLAYWRIGHT_BROWSERS_PATH: '/nowhere',
  });
  expect(status).toBe(1);
  expect(said.trim().split('\n').at(-1)).toMatch(/^Aucun Chromium.*apt-get install chromium.*CHROMIUM_PATH/);
});
