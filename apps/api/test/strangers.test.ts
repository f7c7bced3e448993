import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPECIFICATION_CALLS } from '../src/specification-calls.ts';
import type { Client } from './client.ts';
import { type Guilde, startGuilde } from './harness.ts';

type Document = { paths: Record<string, Record<string, unknown>> };

let guilde: Guilde;
let folder: string;
const viewers = new Map<string, Client>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guilde-production-'));
  guilde = await startGuilde({
    rateLimits: true,
    metrics: true,
    dataDir: folder,
    env: { NODE_ENV: 'production', PUBLIC_URL: 'https://guilde.example', RESEND_API_KEY: 're_test' },
  });
  viewers.set('an administrator', await guilde.as('nina'));
  viewers.set('a member', await guilde.as('claire'));
  viewers.set('an outsider', await guilde.as('theo'));
  viewers.set('a visitor', guilde.visitor());
});
afterAll(async () => {
  await guilde.close();
  rmSync(folder, { recursive: true, force: true });
});

const as = (name: string) => viewers.get(name) as Client;
const STRANGERS = ['a visitor', 'an outsider', 'a member'];

describe('in production, what the service says of itself', () => {
  it.each(STRANGERS)('is only whether it serves, to %s', async (name) => {
    for (const path of ['/api/health', '/api/health/ready']) {
      const { status, body } = await as(name).get(path);
      expect([status, body]).toEqual([200, { live: true, ready: true }]);
    }
  });

  it('is all of it to an administrator, and on the port for figures', async () => {
    const all = { live: true, ready: true, checks: { database: true }, jobs: { failed: 0 } };
    expect((await as('an administrator').get('/api/health')).body).toMatchObject(all);
    const answer = await fetch(`http://127.0.0.1:${guilde.metricsPort}/health`);
    expect([answer.status, await answer.json()]).toMatchObject([200, all]);
  });

  it.each(STRANGERS)('is not how the API is made, to %s', async (name) => {
    for (const path of ['/api/docs', '/api/docs/init.js', '/api/docs/swagger-ui.css', '/api/openapi.json']) {
      const { status, error } = await as(name).get(path);
      expect([status, error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('is how the API is made, to an administrator', async () => {
    const { status, body } = await as('an administrator').get<Document>('/api/openapi.json');
    expect(status).toBe(200);
    expect(Object.keys(body.paths).length).toBeGreaterThan(50);
    const page = await as('an administrator').request('/api/docs');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/api/sos/{sosId}/join')]);
  });

  it.each(STRANGERS)('is not on other addresses either, to %s', async (name) => {
    for (const path of ['/metrics', '/dev/outbox', '/health', '/api/metrics', '/api/jobs']) {
      const answer = await as(name).request(path);
      expect(await answer.text()).not.toMatch(/guilde_|"jobs"|"checks"/);
    }
  });
});

describe('the description of the API', () => {
  it('fills in what a refusal would name', async () => {
    const text = await (await as('an administrator').request('/api/openapi.json')).text();
    expect(text).toContain('Il manque l’étape 3 de ton profil.');
    expect(text).not.toMatch(/undefined|NaN|\[object/);
  });

  it('leads from every call of the specification to routes that exist', async () => {
    const { body } = await as('an administrator').get<Document>('/api/openapi.json');
    const routes = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(
      SPECIFICATION_CALLS.flatMap(([, ...named]) => named).filter((one) => !routes.includes(one)),
    ).toEqual([]);
    const text = await (await as('an administrator').request('/api/docs')).text();
    for (const [call] of SPECIFICATION_CALLS) expect(text).toContain(call);
  });
});
