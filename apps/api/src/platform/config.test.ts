import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/platform.ts';
import { readConfig } from './config.ts';

const S3 = {
  S3_ENDPOINT: 'https://s3.exemple.fr/',
  S3_BUCKET: 'guilde-avatars',
  S3_REGION: 'eu-west-3',
  S3_ACCESS_KEY_ID: 'AKIA',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const HOSTED = { NODE_ENV: 'production', PUBLIC_URL: 'https://guilde.fr', RESEND_API_KEY: 're_x' };

describe('the configuration', () => {
  it('needs nothing to start', () => {
    const config = readConfig({ DATA_DIR: temporaryFolder() });
    expect(config).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      outboxReadable: true,
      production: false,
    });
  });

  it.each([
    [{ PORT: 'abc' }, /^PORT n’est pas valable/],
    [{ PORT: '70000' }, /^PORT n’est pas valable/],
    [{ PUBLIC_URL: 'guilde.fr' }, /^PUBLIC_URL n’est pas valable/],
    [{ NODE_ENV: 'prod' }, /^NODE_ENV n’est pas valable/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL n’est pas valable/],
    [{ GUILDE_SECRET: 'court' }, /^GUILDE_SECRET n’est pas valable/],
    [{ DATABASE_URL: 'file:guilde.db' }, /^DATABASE_URL n’est pas valable/],
    [{ DATABASE_URL: 'sqld:8080' }, /^DATABASE_URL n’est pas valable/],
    [{ REDIS_URL: 'localhost:6379' }, /^REDIS_URL n’est pas valable/],
    [{ REDIS_URL: 'http://localhost:6379' }, /^REDIS_URL n’est pas valable/],
    [{ ...S3, S3_ENDPOINT: 's3.exemple.fr' }, /^S3_ENDPOINT n’est pas valable/],
    [{ ...S3, S3_BUCKET: 'Un/Bucket' }, /^S3_BUCKET n’est pas valable/],
    [{ ...S3, S3_REGION: undefined }, /^S3_REGION manque/],
    [{ S3_SECRET_ACCESS_KEY: 'secret' }, /^S3_ENDPOINT manque/],
    [{ ...HOSTED, REDIS_URL: 'redis://redis:6379' }, /^GUILDE_SECRET est nécessaire avec REDIS_URL/],
    [{ NODE_ENV: 'production' }, /^PUBLIC_URL est nécessaire/],
    [{ NODE_ENV: 'production', PUBLIC_URL: 'https://guilde.fr' }, /^RESEND_API_KEY est nécessaire/],
  ])('stops at %o with one sentence', (env, message) => {
    expect(() => readConfig({ DATA_DIR: temporaryFolder(), ...env })).toThrow(message);
  });

  it('takes Redis and S3 when they are named, and an empty text for nothing', () => {
    const DATA_DIR = temporaryFolder();
    const named = readConfig({ DATA_DIR, ...S3, REDIS_URL: 'rediss://:mot@redis.exemple.fr:6380/2' });
    expect(named.redisUrl).toBe('rediss://:mot@redis.exemple.fr:6380/2');
    expect(named.s3).toEqual({
      endpoint: 'https://s3.exemple.fr',
      bucket: 'guilde-avatars',
      region: 'eu-west-3',
      accessKeyId: 'AKIA',
      secretAccessKey: 'secret',
    });
    const nothing = Object.fromEntries(Object.keys(S3).map((name) => [name, '']));
    const empty = readConfig({ DATA_DIR, REDIS_URL: '', ...nothing });
    expect(empty).toMatchObject({ redisUrl: undefined, s3: null });
  });

  it('keeps its data in a file, or on the libSQL server that is named', () => {
    const DATA_DIR = temporaryFolder();
    const file = { file: join(DATA_DIR, 'guilde.db') };
    expect(readConfig({ DATA_DIR }).database).toEqual(file);
    expect(readConfig({ DATA_DIR, DATABASE_URL: '', DATABASE_AUTH_TOKEN: '' }).database).toEqual(file);
    const named = { DATABASE_URL: 'libsql://guilde.exemple.fr', DATABASE_AUTH_TOKEN: 'jeton' };
    expect(readConfig({ DATA_DIR, ...named }).database).toEqual({
      url: 'libsql://guilde.exemple.fr',
      authToken: 'jeton',
    });
  });

  it('makes its secret once and keeps it for its owner', () => {
    const DATA_DIR = temporaryFolder();
    const { secret } = readConfig({ DATA_DIR });
    expect(readConfig({ DATA_DIR }).secret).toBe(secret);
    expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('trusts its own address only, and loopback names while it is local', () => {
    const local = readConfig({ DATA_DIR: temporaryFolder() });
    expect(local.isTrustedOrigin('http://127.0.0.1:3000')).toBe(true);
    expect(local.isTrustedOrigin('https://evil.example')).toBe(false);
    const hosted = readConfig({
      DATA_DIR: temporaryFolder(),
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://guilde.fr/',
      RESEND_API_KEY: 're_x',
    });
    expect(hosted.isTrustedOrigin('https://guilde.fr')).toBe(true);
    expect(hosted.isTrustedOrigin('http://localhost:3000')).toBe(false);
    expect(hosted.outboxReadable).toBe(false);
  });

  it('hides the outbox under a public name even outside production', () => {
    expect(
      readConfig({ DATA_DIR: temporaryFolder(), PUBLIC_URL: 'https://essai.guilde.fr' }).outboxReadable,
    ).toBe(false);
  });
});
