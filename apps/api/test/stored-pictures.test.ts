import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_PART_BYTES } from '@guilde/contracts/files/rules.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { files } from '../src/files/tables.ts';
import { storeCrowd } from './crowd.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { temporaryFolder } from './platform.ts';
import { COMMAND_LINE } from './programs.ts';
import { s3Settings, startS3 } from './s3-server.ts';
import { announce, longText, sendPart, uploaded } from './uploads.ts';

/** The job does not look at so many pictures at once. */
const CROWD = 30;

type Env = Record<string, string>;

/** Returns the picture's path in the storage, without size and extension. */
async function withPicture(guilde: Guilde, name: 'claire' | 'karim' | 'zoe' | 'paul'): Promise<string> {
  const member = await guilde.as(name);
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const photo = sharp({ create: { width: 400, height: 400, channels: 3, background: '#123456', noise } });
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await photo.jpeg().toBuffer())], 'photo.jpg'));
  const answer = await member.request('/api/profile/avatar', { method: 'PUT', body: form });
  const { avatarUrl } = (await answer.json()) as Profile;
  return `avatars/${/([a-f0-9-]{36})-\d+\.webp$/.exec(avatarUrl ?? '')?.[1]}`;
}

/** Runs `npm run guilde -- check` beside the server, with its settings. */
function check({ deps: { config } }: Guilde, env: Env): Promise<{ code: number; out: string; err: string }> {
  const { database, dataDir } = config;
  const all = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    ...env,
    ...('url' in database && { DATABASE_URL: database.url }),
  };
  const { promise, resolve } = Promise.withResolvers<{ code: number; out: string; err: string }>();
  execFile(process.execPath, [COMMAND_LINE, 'check'], { env: all }, (error, out, err) =>
    resolve({ code: error ? Number(error.code) : 0, out, err }),
  );
  return promise;
}

async function started(env: Env = {}): Promise<Guilde> {
  const guilde = await startGuilde({ dataDir: temporaryFolder(), env });
  onTestFinished(guilde.close);
  return guilde;
}

const HEALTHY = { code: 0, out: 'Tout est en ordre.\n', err: '' };
const MENDING = 'Remets ce qui manque depuis une sauvegarde, ou fais choisir une autre photo.';

describe('checking the pictures of the profiles', () => {
  it('names what is missing, damaged or not readable on the disk, among many that are well', async () => {
    const guilde = await started();
    const [claire, karim, zoe, paul] = [
      await withPicture(guilde, 'claire'),
      await withPicture(guilde, 'karim'),
      await withPicture(guilde, 'zoe'),
      await withPicture(guilde, 'paul'),
    ];
    const avatarKey = claire.replace('avatars/', '');
    await storeCrowd(
      guilde.deps.db,
      Array.from({ length: CROWD }, (_, index) => ({ firstName: `Membre ${index}`, avatarKey })),
    );
    expect(await check(guilde, {})).toEqual(HEALTHY);

    const file = (key: string) => join(guilde.deps.config.dataDir, 'files', key);
    rmSync(file(`${karim}-96.webp`));
    truncateSync(file(`${zoe}-384.webp`), statSync(file(`${zoe}-384.webp`)).size / 2);
    rmSync(file(`${paul}-96.webp`));
    mkdirSync(file(`${paul}-96.webp`));
    expect(await check(guilde, {})).toEqual({
      code: 1,
      out: '',
      err: [
        `Photos de profil qui manquent dans le stockage\u00a0: 1 (Karim Benali, ${karim}-96.webp). ${MENDING}`,
        `Photos de profil coupées ou abîmées\u00a0: 1 (Zoé Lefèvre, ${zoe}-384.webp). ${MENDING}`,
        `Photos de profil illisibles\u00a0: 1 (Paul Durand, ${paul}-96.webp). Rends-les accessibles à l’utilisateur du serveur et vérifie le disque.`,
        '',
      ].join('\n'),
    });
  });

  it('names three of many, and nobody twice', async () => {
    const guilde = await started();
    await storeCrowd(
      guilde.deps.db,
      Array.from({ length: CROWD }, () => ({ firstName: 'Léa', avatarKey: randomUUID() })),
    );
    const { code, err } = await check(guilde, {});
    expect(code).toBe(1);
    expect(err).toMatch(/^Photos de profil qui manquent dans le stockage\s: 30 \([^\n]+…\)\. [^\n]+\n$/);
    expect(new Set(err.match(/avatars\/[a-f0-9-]+-96\.webp/g)).size).toBe(3);
    expect(err.match(/Léa Durand/g)).toHaveLength(3);
  });

  it('takes every cut of a picture for damage, and noise in its place', async () => {
    const guilde = await started();
    const claire = await withPicture(guilde, 'claire');
    const file = join(guilde.deps.config.dataDir, 'files', `${claire}-96.webp`);
    const whole = readFileSync(file);
    for (const bytes of [
      whole.subarray(0, whole.length - 2),
      whole.subarray(0, 30),
      Buffer.alloc(0),
      Buffer.alloc(whole.length),
    ]) {
      writeFileSync(file, bytes);
      const { err } = await check(guilde, {});
      expect([bytes.length, err]).toEqual([
        bytes.length,
        expect.stringContaining('Photos de profil coupées ou abîmées\u00a0: 1 (Claire Martin'),
      ]);
    }
  });

  it('looks into the bucket where pictures live there, and says in one sentence that it does not answer', async () => {
    const s3 = await startS3();
    onTestFinished(s3.stop);
    const env = s3Settings(s3);
    const guilde = await started(env);
    const [claire, karim] = [await withPicture(guilde, 'claire'), await withPicture(guilde, 'karim')];
    expect(await check(guilde, env)).toEqual(HEALTHY);
    s3.files.delete(`${claire}-384.webp`);
    const kept = s3.files.get(`${karim}-96.webp`);
    s3.files.set(`${karim}-96.webp`, (kept ?? new Uint8Array()).subarray(0, 40));
    const found = await check(guilde, env);
    expect(found.err.split('\n')).toEqual([
      expect.stringContaining(`qui manquent dans le stockage\u00a0: 1 (Claire Martin, ${claire}-384.webp)`),
      expect.stringContaining(`coupées ou abîmées\u00a0: 1 (Karim Benali, ${karim}-96.webp)`),
      '',
    ]);
    s3.busy(1000);
    expect(await check(guilde, env)).toEqual({
      code: 1,
      out: '',
      err: [
        'Illisible (UNAVAILABLE)\u00a0: les photos des profils',
        'Illisible (UNAVAILABLE)\u00a0: les fichiers joints',
        '',
      ].join('\n'),
    });
  });

  it('says nothing of a picture that its member took away', async () => {
    const guilde = await started();
    await withPicture(guilde, 'claire');
    await (await guilde.as('claire')).delete('/api/profile/avatar');
    await guilde.deps.jobs.drain();
    expect(await check(guilde, {})).toEqual(HEALTHY);
  });
});

describe('checking the files of messages and SOS', () => {
  it.each(['a folder', 'a bucket'])('names what %s lacks, and what nothing cites', async (where) => {
    const s3 = await startS3();
    onTestFinished(s3.stop);
    const env: Env = where === 'a bucket' ? s3Settings(s3) : {};
    const guilde = await started(env);
    const claire = await guilde.as('claire');
    const picture = await uploaded(claire, '/api/sos/files');
    const begun = longText(FILE_PART_BYTES + 1);
    const { body } = await announce(claire, '/api/sos/files', { name: 'a.txt', bytes: begun });
    await sendPart(claire, body.id, begun, 0);
    for (let count = 0; count < 6; count++) await uploaded(claire, '/api/sos/files');
    await guilde.deps.jobs.drain();
    expect(await check(guilde, env)).toEqual(HEALTHY);

    const [row] = await guilde.deps.db.orm.select().from(files).where(eq(files.id, picture.id));
    const { storage } = guilde.deps;
    await storage.remove(`shared/${row?.key}/preview.webp`);
    const stray = `shared/${randomUUID()}/full.pdf`;
    await storage.put(stray, new Uint8Array([1]));
    expect(await check(guilde, env)).toEqual({
      code: 1,
      out: '',
      err: [
        `Fichiers joints qui manquent dans le stockage\u00a0: 1 (${picture.id}). Remets-les depuis une sauvegarde.`,
        `Objets du stockage que rien ne cite\u00a0: 1 (${stray}). Tu peux les supprimer.`,
        '',
      ].join('\n'),
    });
  });
});
