import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

const TOP = join(import.meta.dirname, '..');
const { devDependencies } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as {
  devDependencies: { node: string; electron: string };
};
const composed = readFileSync(join(TOP, 'apps/api/deploy/compose.yaml'), 'utf8');
const [, sqld] = /libsql-server:v([\d.]+)/.exec(composed) ?? [];
const [, garage] = /garage:v([\d.]+)/.exec(composed) ?? [];

const CURRENT = {
  '/dist/index.json': [
    { version: 'v99.0.0' },
    { version: `v${devDependencies.node}` },
    { version: 'v24.0.0' },
  ],
  '/releases.json': [{ version: `${devDependencies.electron}` }, { version: '46.0.0-beta.1' }],
  '/repos/tursodatabase/libsql/releases?per_page=100': [
    { tag_name: 'libsql-server-v0.9.30' },
    { tag_name: `libsql-server-v${sqld}` },
    { tag_name: 'libsql-rs-v99.0.0' },
  ],
  '/api/v1/repos/Deuxfleurs/garage/releases': [{ tag_name: `v${garage}` }, { tag_name: 'v1.3.1' }],
};

/** Runs the script against a server that has these lists. */
async function upstream(lists: Record<string, object[]>) {
  const server = createServer((request, response) => {
    const list = lists[request.url ?? ''];
    response.writeHead(list ? 200 : 404).end(JSON.stringify(list ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const UPSTREAM_ORIGIN = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'upstream.ts')], {
    env: { ...process.env, UPSTREAM_ORIGIN },
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'exit')) as [number];
  const [out, err] = await said;
  return { code, out, err };
}

it('is content with the newest of each line, whatever newer lines and betas there are', async () => {
  const answer = await upstream(CURRENT);
  expect(answer).toMatchObject({ code: 0, err: '' });
});

it('fails with a sentence for each that is behind, gone from its list, or unknown to the upstream', async () => {
  const next = devDependencies.node.replace(/\d+$/, (patch) => String(Number(patch) + 10));
  const answer = await upstream({
    ...CURRENT,
    '/dist/index.json': [...CURRENT['/dist/index.json'], { version: `v${next}` }],
    '/releases.json': [{ version: '45.0.0' }],
    '/api/v1/repos/Deuxfleurs/garage/releases': [],
    '/repos/tursodatabase/libsql/releases?per_page=100': undefined as never,
  });
  expect(answer.code).toBe(1);
  expect(answer.err.trim().split('\n')).toEqual([
    `Node ${devDependencies.node} is pinned, and ${next} is out.`,
    `Electron ${devDependencies.electron} is not in its list of releases.`,
    expect.stringMatching(/^sqld: http\S+ answers 404\.$/),
    `Garage ${garage} is not in its list of releases.`,
  ]);
});
