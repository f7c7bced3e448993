import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { createClient } from '@libsql/client';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { SERVICES, versionOf } from '../../../scripts/services.ts';
import { SIGN_IN } from '../src/auth/limits.ts';
import { listen, type Running } from '../src/listen.ts';
import { readConfig } from '../src/platform/config.ts';
import { makeDeploymentSecrets } from '../src/platform/deployment-secrets.ts';
import { COMMAND_LINE } from './programs.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { type Sqld, startSqld } from './sqld.ts';
import { until } from './until.ts';

const DEPLOY = fileURLToPath(new URL('../deploy/', import.meta.url));

type Service = {
  image: string;
  user?: string;
  ports?: string[];
  networks: string[];
  command?: string[];
  environment: Record<string, string>;
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  healthcheck?: { test: string[] };
};
type Compose = {
  services: Record<'proxy' | 'api' | 'database' | 'redis' | 'files', Service>;
  networks: Record<string, { internal?: boolean } | null>;
  configs: Record<'redis' | 'garage', { content: string }>;
};

/** Fills in the file as compose does: `${NAME}`, `${NAME:-else}`, `${NAME:?why}`, `$$`. */
function composed(settings: Record<string, string>): Compose {
  const filled = (text: string) =>
    text.replace(/\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g, (found, name: string, kind?: string, rest = '') => {
      if (found === '$$') return '$';
      const value = settings[name] ?? '';
      if (value === '' && kind === '?') throw new Error(`${name}: ${rest}`);
      return value || (kind === '-' ? rest : '');
    });
  const within = (node: unknown): unknown => {
    if (typeof node === 'string') return filled(node);
    if (Array.isArray(node)) return node.map(within);
    if (node === null || typeof node !== 'object') return node;
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, within(value)]));
  };
  return within(parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true })) as Compose;
}

/** Returns what the documented command prints, completed with what a person fills in. */
function settings(): Record<string, string> {
  const printed = execFileSync(process.execPath, [COMMAND_LINE, 'secrets'], { encoding: 'utf8' });
  const example = parseEnv(readFileSync(join(DEPLOY, 'example.env'), 'utf8')) as Record<string, string>;
  return { ...example, RESEND_API_KEY: 're_test', ...(parseEnv(printed) as Record<string, string>) };
}

describe('the services of the compose file', () => {
  let all: Compose;
  let folder: string;
  let sqld: Sqld;
  let redis: RedisServer;
  let running: Running;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guilde-deployment-'));
    all = composed(settings());
    const { database, api, redis: cache } = all.services;
    const { SQLD_HTTP_LISTEN_ADDR: _address, ...sqldEnv } = database.environment;
    expect(cache.command).toEqual(['redis-server', '/etc/guilde/redis.conf']);
    const settingsFile = join(folder, 'redis.conf');
    writeFileSync(settingsFile, all.configs.redis.content);
    [sqld, redis] = await Promise.all([startSqld([], sqldEnv), startRedis([settingsFile])]);
    const { S3_ENDPOINT: _s3, ...env } = api.environment;
    const files = Object.keys(env).filter((name) => name.startsWith('S3_'));
    running = await listen(
      readConfig({
        ...env,
        ...Object.fromEntries(files.map((name) => [name, ''])),
        DATABASE_URL: env.DATABASE_URL?.replace('database:8080', `127.0.0.1:${sqld.port}`),
        REDIS_URL: env.REDIS_URL?.replace('redis:6379', new URL(redis.url).host),
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
      }),
    );
  });
  afterAll(async () => {
    await running?.stop();
    await Promise.all([redis?.stop(), sqld?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('let the server in with its secrets', async () => {
    const { deps, port } = running;
    await until(() => deps.redis?.isReady() ?? false);
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`);
    expect([answer.status, await answer.json()]).toEqual([200, { live: true, ready: true }]);
    // Redis lets the product's user count and publish.
    await deps.limits.consume(SIGN_IN.address, 'somebody');
    expect(await deps.redis?.commands.keys('*').catch((error: Error) => error.message)).toMatch(/NOPERM/);
    const [, counted] = (await deps.redis?.commands.scan('0', 'MATCH', '*:limit:*', 'COUNT', 1000)) ?? [];
    expect(counted).toContainEqual(expect.stringMatching(/^guilde:[\da-f]{16}:limit:sign-in:address:/));
  });

  it('the database refuses a stranger, and a bearer of another key’s token', async () => {
    const read = (authToken?: string) => {
      const client = createClient(authToken ? { url: sqld.url, authToken } : { url: sqld.url });
      onTestFinished(() => client.close());
      return client.execute('select count(*) from members');
    };
    await expect(read(all.services.api.environment.DATABASE_AUTH_TOKEN)).resolves.toMatchObject({
      rows: [expect.anything()],
    });
    await expect(read()).rejects.toThrow();
    await expect(read(makeDeploymentSecrets().DATABASE_AUTH_TOKEN)).rejects.toThrow();
    const answer = await fetch(`http://127.0.0.1:${sqld.port}/v2/pipeline`, {
      method: 'POST',
      body: JSON.stringify({ requests: [{ type: 'execute', stmt: { sql: 'select email from members' } }] }),
    });
    expect(answer.status).toBe(401);
  });

  it('the server does not start with another key’s token', async () => {
    const other = mkdtempSync(join(tmpdir(), 'guilde-stranger-'));
    onTestFinished(() => rmSync(other, { recursive: true, force: true }));
    const env = { NODE_ENV: 'test', PORT: '0', HOST: '127.0.0.1', DATA_DIR: other, LOG_LEVEL: 'silent' };
    const { DATABASE_AUTH_TOKEN } = makeDeploymentSecrets();
    await expect(
      listen(readConfig({ ...env, DATABASE_URL: sqld.url, DATABASE_AUTH_TOKEN })),
    ).rejects.toThrow();
  });

  it('Redis refuses a stranger, and its user what is not Guilde’s', async () => {
    const { hostname, port } = new URL(redis.url);
    const ask = async (credentials: { username?: string; password?: string }, command: string[]) => {
      const link = new Redis({
        ...{ host: hostname, port: Number(port), ...credentials },
        ...{ lazyConnect: true, retryStrategy: () => null, enableReadyCheck: false, maxRetriesPerRequest: 0 },
      });
      link.on('error', () => undefined);
      onTestFinished(() => link.disconnect());
      const [name = '', ...args] = command;
      return link.call(name, ...args).then(String, (error: Error) => error.message);
    };
    const password = new URL(all.services.api.environment.REDIS_URL ?? '').password;
    const guilde = { username: 'guilde', password };
    expect(await ask({}, ['get', 'guilde:x'])).toMatch(/NOAUTH/);
    expect(await ask({ username: 'guilde', password: 'essai' }, ['get', 'guilde:x'])).toMatch(
      /WRONGPASS|closed/,
    );
    expect(await ask(guilde, ['set', 'guilde:x', '1'])).toBe('OK');
    for (const command of [
      ['get', 'autre'],
      ['config', 'get', '*'],
      ['flushall'],
      ['acl', 'list'],
      ['monitor'],
    ])
      expect(await ask(guilde, command)).toMatch(/NOPERM/);
    const [, ...healthcheck] = all.services.redis.healthcheck?.test ?? [];
    const probe = (env: Record<string, string>) => {
      const [program = '', ...args] = healthcheck;
      return execFileSync(program, ['-p', port, ...args], {
        env: { PATH: process.env.PATH, ...env },
        encoding: 'utf8',
        stdio: 'pipe',
      });
    };
    expect(probe(all.services.redis.environment)).toBe('PONG\n');
    expect(() => probe({})).toThrow();
  });

  it('reach no further than they must', () => {
    const { services, networks } = all;
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']]);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
      expect([name, service.ports !== undefined]).toEqual([name, name === 'proxy']);
    }
    for (const name of ['database', 'redis', 'files'] as const)
      expect(services[name].networks.map((network) => networks[network]?.internal)).toEqual([true]);
    expect(services.proxy.networks).toEqual(['outside']);
    expect(services.database.environment.SQLD_NODE).toBe('standalone');
  });

  it('are the server that the tests run, and an S3 service that takes the keys', () => {
    const { database, api, files } = all.services;
    const [, version = 'none'] = /:v(\d+\.\d+\.\d+)(?:@sha256:[\da-f]{64})?$/.exec(database.image) ?? [];
    const ofTests = SERVICES.find(({ name }) => name === 'sqld');
    expect(ofTests && versionOf(ofTests)).toContain(` ${version} `);
    expect(files.environment.GARAGE_DEFAULT_ACCESS_KEY).toMatch(/^GK[\da-f]{24}$/);
    expect(files.environment.GARAGE_DEFAULT_SECRET_KEY).toMatch(/^[\da-f]{64}$/);
    expect(files.environment.GARAGE_RPC_SECRET).toMatch(/^[\da-f]{64}$/);
    expect(api.environment).toMatchObject({
      S3_ACCESS_KEY_ID: files.environment.GARAGE_DEFAULT_ACCESS_KEY,
      S3_SECRET_ACCESS_KEY: files.environment.GARAGE_DEFAULT_SECRET_KEY,
      S3_BUCKET: files.environment.GARAGE_DEFAULT_BUCKET,
    });
    const { content } = all.configs.garage;
    expect(content).toContain(`s3_region = "${api.environment.S3_REGION}"`);
    expect(content).toContain(`api_bind_addr = "0.0.0.0:${new URL(api.environment.S3_ENDPOINT ?? '').port}"`);
  });

  it('do not start without their secrets', () => {
    const complete = settings();
    for (const name of Object.keys(makeDeploymentSecrets()))
      expect(() => composed({ ...complete, [name]: '' })).toThrow(name);
  });
});
