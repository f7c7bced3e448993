import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROUTES_OF_KEYS } from '../src/auth/api-keys.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { PASSWORD } from './people.ts';
import { temporaryFolder } from './platform.ts';
import { granted } from './scenes.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const BIN = join(ROOT, 'node_modules/.bin');
const OWN_MODULES = join(ROOT, 'apps/api/node_modules');

type Parameter = { in: string; name: string; schema: object };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: object;
  security?: Record<string, string[]>[];
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { oneOf?: object[] }> };
};

let guilde: Guilde;
let claire: Client;
let karim: Client;
let document: Document;

beforeAll(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim'] });
  claire = await guilde.as('claire');
  karim = await guilde.as('karim');
  document = granted(await (await guilde.as('nina')).get<Document>('/api/openapi.json'));
});
afterAll(() => guilde.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ...operation,
    })),
  );

/** The examples of docs/api.md get these. */
const environment = () => ({
  ...process.env,
  URL: guilde.url,
  PASSWORD,
  CLAIRE: claire.email,
  KARIM: karim.email,
});

function example(language: 'sh' | 'ts'): string {
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  return page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
}

function folderWithDocument(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  return folder;
}

async function newestSos(): Promise<SosDetail> {
  const { items } = granted(await claire.get<{ items: SosDetail[] }>('/api/sos'));
  const [newest] = items;
  if (!newest) throw new Error('There is no SOS');
  return newest;
}

it('each operation has an id of its own', () => {
  const ids = operations().map(({ operationId }) => operationId);
  expect(ids.length).toBeGreaterThan(200);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids).toContain('postSosBySosIdJoin');
});

it('a route that an API key opens names its scope, and no other does', () => {
  const scopes = operations().flatMap(({ route, security = [] }) =>
    security.flatMap(({ apiKey = [] }) => apiKey.map((scope) => [route, scope])),
  );
  expect(Object.fromEntries(scopes)).toEqual(ROUTES_OF_KEYS);
});

it('what visitors may ask needs no session, all else does', () => {
  const securityOf = (wanted: string) => operations().find(({ route }) => route === wanted)?.security;
  expect(securityOf('POST /api/auth/sign-in')).toEqual([]);
  expect(securityOf('POST /api/sos')).toBeUndefined();
});

it('ids and numbers that are sent say their format', () => {
  const sent = operations().flatMap(({ parameters = [] }) => parameters);
  const ids = sent.filter(({ in: place, name }) => place === 'path' && name.endsWith('Id'));
  expect(ids.length).toBeGreaterThan(100);
  expect(ids.filter(({ schema }) => !('format' in schema))).toEqual([]);
  const numbers = sent.filter(({ name }) => ['limit', 'part', 'before', 'after'].includes(name));
  expect(numbers.filter(({ schema }) => !('maximum' in schema))).toEqual([]);
  const bodies = JSON.stringify(operations().map(({ requestBody }) => requestBody));
  expect(bodies).not.toMatch(
    /"\w*id":\{"type":"string"\}|Ids?":\{"type":"(string|array","items":\{"type":"string"\})\}/,
  );
});

it('the frames of the live connection are described', () => {
  const { LiveEvent, ClientFrame } = document.components.schemas;
  expect(LiveEvent?.oneOf?.length).toBeGreaterThan(25);
  expect(JSON.stringify(ClientFrame)).toContain('"const":"attention"');
});

it('redocly and spectral find no error in it', async () => {
  const folder = folderWithDocument();
  writeFileSync(join(folder, 'redocly.yaml'), 'extends: [recommended]\n');
  // Spectral takes the `items: false` of a tuple for a missing one; nobody describes 240 operations twice.
  const off = { 'array-items': 'off', 'operation-description': 'off', 'info-contact': 'off' };
  writeFileSync(join(folder, '.spectral.json'), JSON.stringify({ extends: ['spectral:oas'], rules: off }));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  await run(join(BIN, 'redocly'), ['lint', 'openapi.json', '--format=summary'], { cwd: folder, env });
  await run(join(BIN, 'spectral'), ['lint', 'openapi.json', '--quiet', '--fail-severity=error'], {
    cwd: folder,
  });
});

it('the main job of docs/api.md works with curl', async () => {
  const { stderr } = await run('sh', ['-eu', '-c', example('sh')], {
    cwd: temporaryFolder(),
    env: environment(),
  });
  expect(stderr).toBe('');
  expect(await newestSos()).toMatchObject({ title: 'Compte suspendu', status: 'resolved' });
});

it('the main job of docs/api.md compiles and works with a generated client', async () => {
  const client = folderWithDocument();
  symlinkSync(join(ROOT, 'node_modules'), join(client, 'node_modules'));
  writeFileSync(join(client, 'job.ts'), example('ts'));
  writeFileSync(join(client, 'package.json'), '{"type":"module"}');
  const generator = join(OWN_MODULES, 'openapi-typescript/bin/cli.js');
  await run(process.execPath, [generator, join(client, 'openapi.json'), '-o', join(client, 'api.ts')]);
  const strict = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
  ];
  const types = ['--allowImportingTsExtensions', '--types', 'node', '--skipLibCheck', 'job.ts'];
  const compiled = await run(
    process.execPath,
    [join(OWN_MODULES, 'typescript/bin/tsc'), ...strict, ...types],
    {
      cwd: client,
    },
  ).catch(({ stdout }: { stdout: string }) => ({ stdout }));
  expect(compiled.stdout).toBe('');
  const { stdout } = await run(process.execPath, ['job.ts'], { cwd: client, env: environment() });
  expect(stdout.trim()).toBe('200');
  expect(await newestSos()).toMatchObject({ title: 'Compte suspendu', status: 'resolved' });
});
