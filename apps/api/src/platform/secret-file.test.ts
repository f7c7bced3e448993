import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/platform.ts';
import { installationSecret } from './secret-file.ts';

const elsewhere = { secret: undefined, database: { url: 'http://127.0.0.1:9' } };

it('is made once, kept for its owner, and leaves nothing beside it', () => {
  const dataDir = join(temporaryFolder(), 'new');
  const made = installationSecret({ ...elsewhere, dataDir });
  expect(made).toMatchObject({ isNew: true, secret: expect.stringMatching(/^[\da-f]{64}$/) });
  expect(installationSecret({ ...elsewhere, dataDir })).toEqual({ secret: made.secret, isNew: false });
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['secret']);
});

it('is not made where the configuration names one', () => {
  const dataDir = temporaryFolder();
  const named = installationSecret({ ...elsewhere, secret: 's'.repeat(32), dataDir });
  expect(named).toEqual({ secret: 's'.repeat(32), isNew: false });
  expect(readdirSync(dataDir)).toEqual([]);
});
