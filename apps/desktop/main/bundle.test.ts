import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY, createBundle } from './bundle.ts';

let folder: string;
let load: (path: string, init?: RequestInit) => Promise<Response>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guilde-bundle-'));
  mkdirSync(join(folder, 'client/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.json'), '{}');
  writeFileSync(join(folder, 'client/index.html'), '<title>Guilde</title>');
  writeFileSync(join(folder, 'client/assets/app.js'), 'start()');
  writeFileSync(join(folder, 'client/notes.exe'), 'MZ');
  const serve = createBundle(join(folder, 'client'));
  load = (path, init) => serve(new Request(`app://bundle${path}`, init));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the client’s files', () => {
  it.each(['/', '/home', '/sos/8a7a4d0e', '/chat?sos=1'])('%s is the page', async (path) => {
    const answer = await load(path);
    expect(await answer.text()).toBe('<title>Guilde</title>');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('a script is itself, with its type', async () => {
    const answer = await load('/assets/app.js');
    expect([await answer.text(), answer.headers.get('content-type')]).toEqual([
      'start()',
      'text/javascript; charset=utf-8',
    ]);
  });

  it.each([
    '/assets/missing.js',
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/%2e%2e%2fsecret.json',
    '/assets/..%2f..%2fsecret.json',
    '/..%5csecret.json',
    '/%00.js',
    '/notes.exe',
    '/%',
  ])('%s is not there', async (path) => {
    expect((await load(path)).status).toBeGreaterThanOrEqual(400);
  });

  it('nothing can be sent to them', async () => {
    expect((await load('/home', { method: 'POST', body: 'x' })).status).toBe(405);
  });

  it('the policy lets in no script, call or frame of anybody else', () => {
    expect(CONTENT_SECURITY_POLICY).toContain("default-src 'none'");
    expect(CONTENT_SECURITY_POLICY).toContain("script-src 'self';");
    expect(CONTENT_SECURITY_POLICY).toContain("connect-src 'self';");
    expect(CONTENT_SECURITY_POLICY).not.toMatch(/https?:|\*|unsafe-eval/);
  });
});
