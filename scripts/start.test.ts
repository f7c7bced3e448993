import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PATIENCE_MS } from './extent.ts';

const top = join(import.meta.dirname, '..');
const { engines, devDependencies } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as {
  engines: { node: string };
  devDependencies: Record<string, string>;
};
const FLOOR = devDependencies.node ?? '';
const REFUSAL =
  /^Guilde demande Node \d+\.\d+\.\d+ ou plus récent, et \S+ est Node [\d.]+\s: mets-le à jour\.\n$/;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the Node of the machine, where there is one beside that of the dependencies. */
const nodeOfMachine = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((file) => !file.includes('node_modules') && existsSync(file));
const versionOfMachine = nodeOfMachine
  ? spawnSync(nodeOfMachine, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim()
  : 'none';

/** Runs a program that must refuse, without any setting of the test's. */
function refusalOf(node: string, ...command: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: join(temporaryFolder(), 'data') };
  const { status, stdout, stderr } = spawnSync(node, command, {
    cwd: top,
    env,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  return { status, output: `${stdout}${stderr}`, isMade: existsSync(env.DATA_DIR) };
}

describe('the oldest Node that may serve', () => {
  it('is the one that develops and tests it', () => {
    expect(engines.node).toBe(`>=${FLOOR}`);
  });

  const isOld = /^(?:1?\d|2[0-3])\./.test(versionOfMachine);
  it.for(['server.js', 'guilde.js'])(
    'is asked for by %s in one sentence, on the old Node of the machine',
    (program, { skip }) => {
      skip(!isOld, `the machine's Node is ${versionOfMachine}, which is not old`);
      const { status, output, isMade } = refusalOf(nodeOfMachine ?? '', program);
      expect(output).toMatch(REFUSAL);
      expect(output).toContain(`Node ${FLOOR} ou plus récent`);
      expect([status, isMade]).toEqual([1, false]);
    },
  );

  it.each([
    ['99.0.0', true],
    [process.versions.node.replace(/\d+$/, '999'), true],
    [process.versions.node, false],
    ['24.9.99', false],
    ['9.99.99', false],
  ])('%s refuses the Node of the tests: %s', (floor, isRefused) => {
    const folder = temporaryFolder();
    for (const name of ['server.js', 'node-floor.js']) cpSync(join(top, name), join(folder, name));
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ type: 'module', engines: { node: `>=${floor}` } }),
    );
    mkdirSync(join(folder, 'out/server'), { recursive: true });
    writeFileSync(join(folder, 'out/server/server.js'), "console.log('en ligne');");
    const { output } = refusalOf(process.execPath, join(folder, 'server.js'));
    if (isRefused) expect(output).toMatch(REFUSAL);
    else expect(output).toBe('en ligne\n');
  });
});

/** A checkout with the scripts, and a Vite that writes what it is asked for at once. */
function checkout(): string {
  const folder = temporaryFolder();
  for (const name of ['node-floor.js', 'package.json', 'scripts/start.ts', 'scripts/build.ts'])
    cpSync(join(top, name), join(folder, name));
  for (const name of ['apps/api/src', 'apps/web/src', 'packages/contracts/src', 'packages/ui/src'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['apps/api/vite.config.ts', 'apps/web/src/main.ts', 'package-lock.json'])
    writeFileSync(join(folder, name), '');
  for (const name of ['server.js', 'guilde.js'])
    writeFileSync(join(folder, name), `console.log('${name}', process.env.NODE_ENV, process.argv[2]);`);
  const vite = join(folder, 'node_modules/vite');
  mkdirSync(vite, { recursive: true });
  writeFileSync(join(vite, 'package.json'), '{ "type": "module", "main": "index.js" }');
  writeFileSync(
    join(vite, 'index.js'),
    `import { mkdirSync, writeFileSync } from 'node:fs';
    export function build({ build: { outDir } }) {
      process.env.NODE_ENV ||= 'production';
      mkdirSync(outDir, { recursive: true });
      for (const name of ['server.js', 'index.html']) writeFileSync(outDir + '/' + name, '');
      console.log(outDir.split('/').at(-1));
    }`,
  );
  return folder;
}

/** The folders of `path` come after npm's own. */
function start(folder: string, args: string[], env: Record<string, string> = {}, path = [] as string[]) {
  const npm = dirname(process.execPath);
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/start.ts'), ...args], {
    env: { PATH: [npm, ...path].join(delimiter), ...env },
    encoding: 'utf8',
  });
  return stdout + stderr;
}

describe('npm start', () => {
  it('builds what has changed since the last build began, and nothing for a command', () => {
    const folder = checkout();
    const server = 'server.js undefined --demo\n';
    expect(start(folder, ['guilde.js', 'check'])).toBe('guilde.js undefined check\n');
    expect(start(folder, ['server.js', '--demo'])).toBe(`web\nserver\n${server}`);
    expect(start(folder, ['server.js', '--demo'])).toBe(server);
    // Files that are made within one tick of the clock have the same time, so this one is an hour younger.
    const later = new Date(Date.now() + 3_600_000);
    utimesSync(join(folder, 'apps/web/src/main.ts'), later, later);
    expect(start(folder, ['server.js', '--demo'])).toBe(`web\nserver\n${server}`);
    utimesSync(join(folder, 'apps/web/src/main.ts'), new Date(0), new Date(0));
    expect(start(folder, ['server.js', '--demo'])).toBe(server);
    rmSync(join(folder, 'out/server'), { recursive: true });
    expect(start(folder, ['server.js', '--demo'])).toBe(`web\nserver\n${server}`);
  });

  it('runs with the Node of the dependencies, and in production with that of the machine', () => {
    const folder = checkout();
    const machine = temporaryFolder();
    writeFileSync(join(machine, 'node'), '#!/bin/sh\necho "the machine’s, with $1"\n', { mode: 0o755 });
    const startWith = (NODE_ENV: string) => start(folder, ['guilde.js', 'check'], { NODE_ENV }, [machine]);
    expect(startWith('development')).toBe('guilde.js development check\n');
    expect(startWith('production')).toBe(`the machine’s, with ${join(folder, 'guilde.js')}\n`);
  });

  it('says in one sentence that production finds no Node', () => {
    const link = join(temporaryFolder(), 'link');
    symlinkSync(dirname(process.execPath), link);
    expect(start(checkout(), ['guilde.js'], { NODE_ENV: 'production' }, [link])).toMatch(
      /^En production, [^\n]+\.\n$/,
    );
  });
});
