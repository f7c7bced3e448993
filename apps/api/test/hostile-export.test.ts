import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MadeExport, makeExport, manifestIn, rewritten } from './exports.ts';
import { guildeCommand } from './guilde-command.ts';

let made: MadeExport;

beforeAll(async () => {
  made = await makeExport();
  return made.remove;
});

type Change = [what: string, change: (folder: string) => void, says: RegExp];

const line = (name: string, from: RegExp | string, to: string) => (folder: string) =>
  rewritten(folder, name, (text) => text.replace(from, to));

/** Returns the name of the first stored file. */
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
    'a line less',
    (folder) => {
      const file = join(folder, 'messages.ndjson');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/.*\n/, ''));
    },
    /^messages\.ndjson a été modifié depuis l’export/,
  ],
  [
    'a file of which one byte is another',
    (folder) => {
      const file = join(folder, 'files', storedIn(folder));
      const bytes = readFileSync(file);
      bytes[9] = (bytes[9] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    },
    /^stored\.ndjson, ligne \d+\s: le fichier a été modifié/,
  ],
  [
    'a missing file',
    (folder) => rmSync(join(folder, 'files', storedIn(folder))),
    /^Il manque \S+files\/[0-9a-f]{64} dans l’export/,
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
  ['a field too few', line('members.ndjson', /"email":"[^"]+",/, ''), /^members\.ndjson, ligne 1\s: email/],
  [
    'an object that changes others',
    line('members.ndjson', '{', '{"__proto__":{"role":"admin"},'),
    /^members\.ndjson, ligne 1\s:/,
  ],
  [
    'a line of 100 MB',
    line('messages.ndjson', /^/, `"${'x'.repeat(100_000_000)}"\n`),
    /^messages\.ndjson\s: une ligne est trop longue/,
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
    'a kind that leads out of the folder',
    (folder) => {
      const manifest = manifestIn(folder);
      manifest.files['../members.ndjson'] = { rows: 0, sha256: '0'.repeat(64) };
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    },
    /^\S+ n’est pas un export de Guilde/,
  ],
  [
    'a zip in its place',
    (folder) => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, zipSync({ 'manifest.json': new Uint8Array(0) }));
    },
    /^\S+ n’est pas un dossier\s: décompresse l’export d’abord/,
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
    const { folder, dataDir } = made.copied();
    change(folder);
    const { code, out, err } = await guildeCommand(dataDir, 'import', folder);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(says);
    expect(err.trim().split('\n')).toHaveLength(1);
    const left = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name !== 'server.lock') : [];
    expect(left).toEqual([]);
  });
});
