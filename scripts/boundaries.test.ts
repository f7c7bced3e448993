import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENT_FEATURES, cyclesOf, FEATURES, importViolation } from './boundaries.ts';
import { isTest, readSources } from './sources.ts';

const LINES_MAX = 350;
const sources = readSources();

function importsOf(file: string, text: string): string[] {
  // A feature's rules may infer types from its schemas.
  const run = text.replace(/^import type (\{ z \} from 'zod'|[^;]*? from '\.\/(in|out)put\.ts');$/gm, '');
  const found = run.matchAll(/(?:from|import\()\s*'([^']+)'/g);
  return [...found].map(([, name = '']) => {
    if (name.startsWith('.')) return normalize(join(dirname(file), name));
    return name
      .replace(/^@guilde\/(contracts|ui)\//, 'packages/$1/src/')
      .replace(/^@guilde\/api\//, 'apps/api/src/');
  });
}

describe('who may import whom', () => {
  it('holds in every source file', () => {
    expect(sources.length).toBeGreaterThan(100);
    const broken = sources
      .filter(({ file }) => !isTest(file))
      .flatMap(({ file, text }) =>
        importsOf(file, text).map((target) => ({ file, target, rule: importViolation(file, target) })),
      )
      .filter(({ rule }) => rule);
    expect(broken).toEqual([]);
  });

  it.each([
    ['packages/contracts/src/sos/rules.ts', 'node:fs'],
    ['packages/contracts/src/sos/rules.ts', 'zod'],
    ['packages/ui/src/kit/button.tsx', 'react-router-dom'],
    ['packages/ui/src/kit/button.tsx', 'packages/contracts/src/sos/rules.ts'],
    ['packages/ui/src/sos/data.ts', 'apps/api/src/app.ts'],
    ['packages/ui/src/sos/data.ts', 'packages/ui/src/home/home-page.tsx'],
    ['packages/ui/src/shell/side-menu.tsx', 'packages/ui/src/sos/data.ts'],
    ['packages/ui/src/credentials/proof-form.tsx', 'packages/ui/src/auth/account.ts'],
    ['packages/ui/src/conversations/thread-pane.tsx', 'packages/ui/src/sos/data.ts'],
    ['packages/ui/src/live.ts', 'electron'],
    ['packages/ui/src/live.ts', 'packages/contracts/src/sos/output.ts'],
    ['apps/api/src/platform/database/db.ts', 'apps/api/src/auth/tables.ts'],
    ['apps/api/src/auth/sign-in.ts', 'apps/api/src/credentials/proof.ts'],
    ['apps/api/src/conversations/list.ts', 'apps/api/src/sos/tables.ts'],
    ['apps/api/src/sos/sos.ts', 'libsql'],
    ['apps/api/src/sos/sos.ts', 'node:sqlite'],
    ['apps/desktop/main/start.ts', 'apps/desktop/preload/index.ts'],
    ['apps/desktop/main/start.ts', 'packages/ui/src/platform.ts'],
    ['apps/desktop/main/start.ts', 'apps/api/src/app.ts'],
    ['apps/desktop/bridge.ts', 'apps/desktop/main/start.ts'],
    ['apps/desktop/bridge.ts', 'electron'],
    ['apps/desktop/renderer/main.tsx', 'electron'],
    ['apps/desktop/renderer/main.tsx', 'packages/ui/src/sos/data.ts'],
    ['apps/desktop/renderer/platform.ts', 'node:fs'],
    ['apps/web/src/main.tsx', 'packages/ui/src/home/home-page.tsx'],
  ])('would catch %s importing %s', (file, target) => {
    expect(importViolation(file, target)).not.toBeNull();
  });

  it('keeps zod out of what the first screens load: limits and rules take only types of schemas', () => {
    const loaded = sources.filter(
      ({ file, text }) =>
        /^packages\/contracts\/src\/(?!.*((in|out)put|validation|\.test)\.ts$)/.test(file) &&
        /^(import|export) (?!type\b)[^;]*(in|out)put\.ts';$/m.test(text),
    );
    expect(loaded.map(({ file }) => file)).toEqual([]);
  });

  it('lets no client describe an answer of the server a second time', () => {
    const describing = sources.filter(
      ({ file, text }) =>
        /^(packages\/ui\/src|apps\/(web|desktop))\//.test(file) &&
        !isTest(file) &&
        /\.json\(\)/.test(text) &&
        /\bz\.(strictObject|looseObject|object|record|tuple)\(/.test(text),
    );
    expect(describing.map(({ file }) => file)).toEqual([]);
  });

  it('has no circle, not even of types', () => {
    const production = sources.filter(({ file }) => !isTest(file));
    const imports = new Map(production.map(({ file, text }) => [file, importsOf(file, text)]));
    expect(cyclesOf(imports)).toEqual([]);
  });

  it('would find a circle', () => {
    const imports = { a: ['b', 'zod'], b: ['c'], c: ['b', 'd'], d: [], e: ['e'] };
    expect(cyclesOf(new Map(Object.entries(imports)))).toEqual([['b', 'c'], ['e']]);
  });

  it('puts every feature of the server in the order', () => {
    const folders = sources.map(({ file }) => /^apps\/api\/src\/([\w-]+)\//.exec(file)?.[1] ?? '');
    const others = ['', 'platform', 'demo'];
    expect([...new Set(folders)].filter((name) => !others.includes(name)).sort()).toEqual(
      [...FEATURES].sort(),
    );
  });

  it('puts every folder of the client in the order', () => {
    const folders = sources.map(({ file }) => /^packages\/ui\/src\/([\w-]+)\//.exec(file)?.[1] ?? '');
    expect([...new Set(folders)].filter(Boolean).sort()).toEqual([...CLIENT_FEATURES].sort());
  });

  it('lets only the configuration read the environment of the server', () => {
    const readers = sources.filter(
      ({ file, text }) => file.startsWith('apps/api/src/') && !isTest(file) && text.includes('process.env'),
    );
    expect(readers.map(({ file }) => file)).toEqual(['apps/api/src/platform/config.ts']);
  });
});

describe('sources', () => {
  it(`have at most ${LINES_MAX} lines`, () => {
    const long = sources.filter(({ text }) => text.split('\n').length > LINES_MAX + 1);
    expect(long.map(({ file }) => file)).toEqual([]);
  });
});
