import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import { secretsIn } from '@guilde/contracts/links.ts';
import type { SosPage } from '@guilde/contracts/sos/rules.ts';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { allOrSome } from '../../../scripts/extent.ts';
import type { ExportManifest } from '../src/admin/export/writing.ts';
import { incidents } from '../src/incidents/tables.ts';
import type { Client } from './client.ts';
import { guildeCommand } from './guilde-command.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { PASSWORD } from './people.ts';
import { temporaryFolder } from './platform.ts';
import { fillPlaces } from './reading-routes.ts';
import { granted, openChat, refusal, sendText } from './scenes.ts';
import { startServerProcess } from './server-process.ts';
import { linkIn } from './sign-up.ts';
import { startSqld } from './sqld.ts';

const KILLED_AT_RENAME = new URL('./killed-at-rename.ts', import.meta.url).href;

// Each command runs in its own process.
vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });

type Place = { dataDir: string; env: Record<string, string> };
const inFolder = (folder: string): Place => ({ dataDir: folder, env: {} });

async function onServer(): Promise<Place> {
  const sqld = await startSqld();
  onTestFinished(sqld.stop);
  return { dataDir: join(temporaryFolder(), 'data'), env: { DATABASE_URL: sqld.url } };
}

/** The people have a chat with files and a reaction, ratings, an article, reports, notes and pictures. */
async function fill(guilde: Guilde): Promise<void> {
  const [nina, claire, karim] = [
    await guilde.as('nina'),
    await guilde.as('claire'),
    await guilde.as('karim'),
  ];
  const { conversationId, messageId } = await fillPlaces(guilde, nina, claire, karim);
  const own = { emoji: '👍', isOn: true };
  granted(await claire.put(`/api/conversations/${conversationId}/messages/${messageId}/reactions`, own));
  granted(await nina.post(`/api/admin/users/${karim.id}/notes`, { id: randomUUID(), text: 'À rappeler.' }));
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Ligne 1\nLigne 2, « œuvre » 👍');
  const ratings = [{ memberId: karim.id, rating: 5, comment: 'Rapide.' }];
  granted(await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings }));
  // A server ends an incident that nobody has mentioned for long.
  const now = guilde.clock.now();
  await guilde.deps.db.orm.update(incidents).set({ since: now, proposedAt: now, lastActivityAt: now });
  await guilde.mails();
}

function manifestIn(folder: string): ExportManifest {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as ExportManifest;
}

async function exported(place: Place, folder: string): Promise<ExportManifest['files']> {
  expect(await guildeCommand(place, 'export', folder)).toMatchObject({ code: 0, err: '' });
  return manifestIn(folder).files;
}

/** Changes a file of the export, and the manifest so that the hash is right. */
function rewritten(folder: string, name: string, change: (text: string) => string): void {
  const text = change(readFileSync(join(folder, name), 'utf8'));
  writeFileSync(join(folder, name), text);
  const manifest = manifestIn(folder);
  manifest.files[name] = {
    rows: text.split('\n').length - 1,
    sha256: createHash('sha256').update(text).digest('hex'),
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

let made: string;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-export-'));
  const guilde = await startGuilde({ dataDir: join(folder, 'data') });
  await fill(guilde);
  // The server goes on running.
  made = join(folder, 'export');
  await exported(inFolder(join(folder, 'data')), made);
  await guilde.close();
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Each test changes its own copy. */
function copied(): { folder: string; dataDir: string } {
  const top = temporaryFolder();
  cpSync(made, join(top, 'export'), { recursive: true });
  return { folder: join(top, 'export'), dataDir: join(top, 'here') };
}

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
    ['into a libSQL server', onServer],
  ] as const)('%s gives the same hashes, and a community that works', async (_, somewhere) => {
    const place = await somewhere();
    const files = manifestIn(made).files;
    const imported = await guildeCommand(place, 'import', made);
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

type Change = [what: string, change: (folder: string) => void, says: RegExp];

const line = (name: string, from: RegExp | string, to: string) => (folder: string) =>
  rewritten(folder, name, (text) => text.replace(from, to));

/** The first stored file. */
const storedIn = (folder: string) => readdirSync(join(folder, 'files')).sort()[0] ?? '';

const CHANGES: Change[] = [
  [
    'a changed text',
    (folder) => {
      const file = join(folder, 'messages.ndjson');
      writeFileSync(file, readFileSync(file, 'utf8').replace('Ligne 1', 'Ligne 3'));
    },
    /^messages\.ndjson a été modifié depuis l’export/,
  ],
  [
    'a changed file',
    (folder) => writeFileSync(join(folder, 'files', storedIn(folder)), 'autre'),
    /^stored\.ndjson, ligne \d+\s: le fichier a été modifié/,
  ],
  ['a missing kind', (folder) => rmSync(join(folder, 'members.ndjson')), /^Il manque \S+members\.ndjson/],
  [
    'a file that is a link',
    (folder) => {
      const file = join(folder, 'files', storedIn(folder));
      rmSync(file);
      symlinkSync('/etc/hostname', file);
    },
    /^Il manque \S+files\/[0-9a-f]{64} dans l’export/,
  ],
  [
    'a name that leads out of the folder',
    line('stored.ndjson', /"key":"[^"]+"/, '"key":"../../../secret.txt"'),
    /^stored\.ndjson, ligne 1\s: aucune donnée ne cite ce fichier/,
  ],
  [
    'a picture that leads out of the folder',
    line('profiles.ndjson', /"avatarKey":"[^"]+"/, '"avatarKey":"../../secret"'),
    /^profiles\.ndjson, ligne \d+\s: avatarKey/,
  ],
  [
    'a shop that is a script',
    line('profiles.ndjson', /"storeUrl":"[^"]+"/, '"storeUrl":"javascript:alert(1)"'),
    /^profiles\.ndjson, ligne 1\s: storeUrl/,
  ],
  [
    'an announcement that leads elsewhere',
    line('announcements.ndjson', '"link":""', '"link":"https://exemple.fr"'),
    /^announcements\.ndjson, ligne 1\s: link/,
  ],
  [
    'a file name with a folder',
    line('files.ndjson', /"name":"[^"]+"/, '"name":"../a.png"'),
    /^files\.ndjson, ligne 1\s: name/,
  ],
  [
    'a field that nobody knows',
    line('members.ndjson', '{', '{"password":"x",'),
    /^members\.ndjson, ligne 1\s:/,
  ],
  [
    'a row twice',
    (folder) => rewritten(folder, 'user_roles.ndjson', (text) => text + text),
    /^user_roles\.ndjson, ligne 2\s: .*UNIQUE/,
  ],
  ['no JSON', line('members.ndjson', '{', ''), /^members\.ndjson, ligne 1\s: ce n’est pas du JSON/],
  [
    'a reference to nobody',
    line('sos_requests.ndjson', /"userId":"[^"]+"/, '"userId":"personne"'),
    /^Cet export n’est pas cohérent\s: Références vers ce qui n’existe pas/,
  ],
  [
    'a changed journal',
    line('audit_entries.ndjson', /"actorName":"[^"]+"/, '"actorName":"Autre"'),
    /^Cet export n’est pas cohérent\s: Journal modifié/,
  ],
  [
    'a newer version',
    (folder) => writeFileSync(join(folder, 'manifest.json'), '{"format": 2}'),
    /^Cet export vient d’une version plus récente/,
  ],
  [
    'another folder',
    (folder) => rmSync(join(folder, 'manifest.json')),
    /^Il manque \S+manifest\.json dans l’export/,
  ],
];

describe('a stranger’s export', () => {
  it.each(CHANGES)('with %s is refused in one sentence, and nothing is left', async (_, change, says) => {
    const { folder, dataDir } = copied();
    change(folder);
    const { code, out, err } = await guildeCommand(dataDir, 'import', folder);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(says);
    expect(err.trim().split('\n')).toHaveLength(1);
    const left = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name !== 'server.lock') : [];
    expect(left).toEqual([]);
  });
});

describe('an import', () => {
  it('is refused where a community is, and the second export where a folder is', async () => {
    const { folder, dataDir } = copied();
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
    const { folder, dataDir } = copied();
    await (await startServerProcess(dataDir)).stop();
    const secret = readFileSync(join(dataDir, 'secret'), 'utf8');
    expect(await guildeCommand(dataDir, 'import', folder)).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(secret.trim());
  });

  /** The first comes while files are copied, the others when the folder is put in place. */
  it.each(allOrSome(['first', 1, 2, 3] as const, 2))(
    'killed after its rename number %s begins again, and loses nothing',
    async (which) => {
      const { folder, dataDir } = copied();
      const files = manifestIn(made).files;
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
    await fill(guilde);
    const nina = await guilde.as('nina');
    const answer = await nina.request('/api/admin/community/export', { method: 'POST' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const folder = join(temporaryFolder(), 'export');
    const texts: string[] = [];
    for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
      if (!name.startsWith('files/')) texts.push(Buffer.from(bytes).toString());
    }
    const { isWhole, files } = manifestIn(folder);
    expect(isWhole).toBe(false);
    expect(Object.keys(files)).not.toContain('messages.ndjson');
    expect(files['files.ndjson']?.rows).toBe(1);
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
