import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/platform.ts';
import { readConfig } from './config.ts';

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
    [{ NODE_ENV: 'production' }, /^PUBLIC_URL est nécessaire/],
    [{ NODE_ENV: 'production', PUBLIC_URL: 'https://guilde.fr' }, /^RESEND_API_KEY est nécessaire/],
  ])('stops at %o with one sentence', (env, message) => {
    expect(() => readConfig({ DATA_DIR: temporaryFolder(), ...env })).toThrow(message);
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
