import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import type { SosPage } from '@guilde/contracts/sos/rules.ts';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { allOrSome } from '../../../scripts/extent.ts';
import type { Client } from './client.ts';
import {
  exported,
  fillCommunity,
  inFolder,
  type MadeExport,
  makeExport,
  manifestIn,
  onServer,
  unpacked,
} from './exports.ts';
import { guildeCommand } from './guilde-command.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { PASSWORD } from './people.ts';
import { temporaryFolder } from './platform.ts';
import { granted, refusal } from './scenes.ts';
import { startServerProcess } from './server-process.ts';
import { linkIn } from './sign-up.ts';

const KILLED_AT_RENAME = new URL('./killed-at-rename.ts', import.meta.url).href;

let made: MadeExport;

beforeAll(async () => {
  made = await makeExport();
  return made.remove;
});

async function signedInByReset(guilde: Guilde, email: string): Promise<Client> {
  const client = guilde.visitor();
  const refused = await client.post('/api/auth/sign-in', { email, password: PASSWORD });
  expect(refused.status).toBe(401);
  granted(await client.post('/api/auth/reset-request', { email }));
  const { token } = secretsIn(await linkIn(guilde, email));
  const password = 'nouvelle-maison-2026-guilde';
  granted(await client.post('/api/auth/reset-password', { token, password }));
  granted(await client.post('/api/auth/sign-in', { email, password }));
  return client;
}

describe('a round trip', () => {
  it.each([
    ['into a folder', async () => inFolder(join(temporaryFolder(), 'data'))],
    ['into a libSQL server', () => onServer()],
  ] as const)('%s gives the same hashes, and a community that works', async (_, somewhere) => {
    const place = await somewhere();
    const files = manifestIn(made.folder).files;
    const imported = await guildeCommand(place, 'import', made.folder);
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toContain('Aucun e-mail n’a été envoyé.');
    expect(await exported(place, join(temporaryFolder(), 'again'))).toEqual(files);

    const guilde = await startGuilde(place);
    onTestFinished(guilde.close);
    expect(await guilde.mails()).toEqual([]);
    expect(await exported(place, join(temporaryFolder(), 'served'))).toEqual(files);
    const claire = await signedInByReset(guilde, 'claire@exemple.fr');
    const found = granted(await claire.get<SosPage>('/api/sos?q=suspendue'));
    const [sos] = found.items;
    expect(sos?.status).toBe('resolved');
    const { id } = granted(await claire.get<{ id: string }>(`/api/conversations/by-sos/${sos?.id}`));
    const said = granted(await claire.get<History>(`/api/conversations/${id}/messages`));
    expect(JSON.stringify(said)).toContain('Ligne 1\\nLigne 2, « œuvre » 👍');
    expect(await guildeCommand(place, 'check')).toMatchObject({ code: 0 });
  });
});

describe('an import', () => {
  it('is refused where a community is, and the second export where a folder is', async () => {
    const { folder, dataDir } = made.copied();
    expect(await guildeCommand(dataDir, 'import', folder)).toMatchObject({ code: 0 });
    expect(await guildeCommand(dataDir, 'import', folder)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /contient déjà une communauté\s: un export s’importe dans une installation vide/,
      ),
    });
    expect(await guildeCommand(dataDir, 'export', folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining('existe déjà'),
    });
  });

  it('fills an installation that was started once, with its secret', async () => {
    const { folder, dataDir } = made.copied();
    await (await startServerProcess(dataDir)).stop();
    const secret = readFileSync(join(dataDir, 'secret'), 'utf8');
    expect(await guildeCommand(dataDir, 'import', folder)).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(secret.trim());
  });

  /** The first comes while files are copied, the others when the folder is put in place. */
  it.each(allOrSome(['first', 1, 2, 3] as const, 2))(
    'killed after its rename number %s begins again, and loses nothing',
    async (which) => {
      const { folder, dataDir } = made.copied();
      const files = manifestIn(made.folder).files;
      const count = which === 'first' ? 1 : which + (files['stored.ndjson']?.rows ?? 0);
      const env = { NODE_OPTIONS: `--import ${KILLED_AT_RENAME}`, KILLED_AT_RENAME: String(count) };
      expect((await guildeCommand({ dataDir, env }, 'import', folder)).out).toBe('');
      expect(await guildeCommand(dataDir, 'export', join(folder, 'none'))).toMatchObject({
        code: 1,
        err: expect.stringMatching(which === 'first' ? /pas d’installation/ : /un import a été interrompu/),
      });
      expect(await guildeCommand(dataDir, 'import', folder)).toMatchObject({ code: 0, err: '' });
      expect(await exported(inFolder(dataDir), join(temporaryFolder(), 'again'))).toEqual(files);
    },
  );
});

describe('the back office’s button', () => {
  it('gives a zip without messages, notes and what only a reason opens, which can be imported', async () => {
    const guilde = await startGuilde();
    onTestFinished(guilde.close);
    await fillCommunity(guilde);
    const nina = await guilde.as('nina');
    const answer = await nina.request('/api/admin/community/export', { method: 'POST' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const folder = await unpacked(answer);
    const texts = globSync(join(folder, '*.*')).map((file) => readFileSync(file, 'utf8'));
    const { isWhole, files } = manifestIn(folder);
    expect(isWhole).toBe(false);
    expect(Object.keys(files)).not.toContain('messages.ndjson');
    // They are a file of an SOS and the proof of a deal.
    expect(files['files.ndjson']?.rows).toBe(2);
    expect(texts.join('')).not.toMatch(/Ligne 1|As-tu demandé une révision|À rappeler|Rapide\./);
    const { items } = granted(await nina.get<{ items: { action: string }[] }>('/api/admin/journal'));
    expect(items[0]).toMatchObject({ action: 'community.export', actorId: nina.id });

    const dataDir = join(temporaryFolder(), 'data');
    const { code, out } = await guildeCommand(dataDir, 'import', folder);
    expect([code, out]).toEqual([0, expect.stringContaining('les messages et les notes n’y sont pas')]);
    expect(await guildeCommand(dataDir, 'check')).toMatchObject({ code: 0 });
  });

  it('asks for a fresh second factor, and for an administrator', async () => {
    const guilde = await startGuilde({ cast: ['nina', 'claire'] });
    onTestFinished(guilde.close);
    const [nina, claire] = [await guilde.as('nina'), await guilde.as('claire')];
    const path = '/api/admin/community/export';
    for (const [client, code] of [
      [guilde.visitor(), 'UNAUTHENTICATED'],
      [claire, 'TEAM_ONLY'],
    ] as const)
      expect((await client.post(path)).error.code).toBe(code);
    nina.prove = undefined;
    guilde.clock.advance(16 * 60_000);
    expect(refusal(await nina.post(path))).toBe('403 PROOF_REQUIRED');
  });
});
