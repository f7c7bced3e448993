import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History } from '@guilde/contracts/conversations/rules.ts';
import type { SosPage } from '@guilde/contracts/sos/rules.ts';
import { createClient } from '@libsql/client';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { allOrSome } from '../../../scripts/extent.ts';
import { members } from '../src/auth/tables.ts';
import { messages } from '../src/conversations/tables.ts';
import { objectedAmong } from '../src/invitations/objections.ts';
import { invitations } from '../src/invitations/tables.ts';
import { systemClock } from '../src/platform/clock.ts';
import { auditEntries } from '../src/platform/database/tables.ts';
import { refuseInvitations } from './bulk-scenes.ts';
import type { Client } from './client.ts';
import { guildeCommand } from './guilde-command.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { PASSWORD } from './people.ts';
import { temporaryFolder } from './platform.ts';
import { granted, openChat, postSos, sendText } from './scenes.ts';
import { startSqld } from './sqld.ts';

const KILLED_AT_RENAME = new URL('./killed-at-rename.ts', import.meta.url).href;

/** The database is on a libSQL server or in the data folder. */
type Place = { dataDir: string; env: Record<string, string> };

async function onServer(): Promise<Place> {
  const sqld = await startSqld();
  onTestFinished(sqld.stop);
  return { dataDir: join(temporaryFolder(), 'data'), env: { DATABASE_URL: sqld.url } };
}

const inFolder = async (): Promise<Place> => ({ dataDir: join(temporaryFolder(), 'data'), env: {} });

async function withCommunity<T>(place: Place, work: (guilde: Guilde) => Promise<T>): Promise<T> {
  const guilde = await startGuilde(place);
  try {
    return await work(guilde);
  } finally {
    await guilde.close();
  }
}

/** Two members talk; their messages and their search results must come back after a restore. */
async function fill(place: Place) {
  return withCommunity(place, async (guilde) => {
    const [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
    const { conversation, messages } = await openChat(claire, karim);
    for (const text of ['Ça marche\u202f? « Oui » 👍', 'Ligne 1\nLigne 2', '{"a":[1,"é"]}'])
      await sendText(karim, conversation.id, text);
    await claire.post('/api/contact', { subject: 'Question', content: 'Où est ma facture\u202f?' });
    return { claire, messages };
  });
}

const read = (place: Place, claire: Client, messages: string) =>
  withCommunity(place, async (guilde) => {
    const here = elsewhere(claire, guilde);
    const found = granted(await here.get<SosPage>('/api/sos?q=conversion'));
    const said = granted(await here.get<History>(messages));
    await postSos(here);
    return { said, found: found.items.map(({ id }) => id) };
  });

it.each(
  allOrSome<[string, () => Promise<Place>, () => Promise<Place>]>([
    ['a file to a server, as when one machine is no longer enough', inFolder, onServer],
    ['a server to another one', onServer, onServer],
    ['a server to a file', onServer, inFolder],
  ]),
)('a backup brings the community from %s', async (_, makeSource, makeTarget) => {
  const [source, target] = [await makeSource(), await makeTarget()];
  const { claire, messages } = await fill(source);
  const backup = join(temporaryFolder(), 'backup');
  expect(await guildeCommand(source, 'backup', backup)).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(backup).sort()).toEqual(['guilde.db', 'manifest.json', 'secret']);
  expect(await guildeCommand(target, 'restore', backup)).toMatchObject({ code: 0, err: '' });
  expect(await guildeCommand(target, 'check')).toMatchObject({ code: 0, out: 'Tout est en ordre.\n' });
  expect(await read(target, claire, messages)).toEqual(await read(source, claire, messages));
});

it('a server that holds a community keeps it unless one insists, and then it is set aside', async () => {
  const [source, target] = [await inFolder(), await onServer()];
  const { claire, messages } = await fill(source);
  const backup = join(temporaryFolder(), 'backup');
  await guildeCommand(source, 'backup', backup);
  const before = await fill(target);
  const refused = await guildeCommand(target, 'restore', backup);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('--force') });
  await read(target, before.claire, before.messages);
  expect(await guildeCommand(target, 'restore', backup, '--force')).toMatchObject({ code: 0, err: '' });
  expect((await read(target, claire, messages)).said.messages).toHaveLength(4);
  const aside = readdirSync(target.dataDir).find((name) => name.startsWith('avant-restauration')) ?? '';
  expect(existsSync(join(target.dataDir, aside, 'guilde.db'))).toBe(true);
  expect(await guildeCommand(target, 'restore', join(target.dataDir, aside), '--force')).toMatchObject({
    code: 0,
    err: '',
  });
  expect((await read(target, before.claire, before.messages)).said.messages).toHaveLength(4);
});

it('a restore that was cut short stops the next start, and is ended by doing it again', async () => {
  const [source, target] = [await inFolder(), await onServer()];
  const { claire, messages } = await fill(source);
  const backup = join(temporaryFolder(), 'backup');
  await guildeCommand(source, 'backup', backup);
  const client = createClient({ url: target.env.DATABASE_URL ?? '' });
  onTestFinished(() => client.close());
  await client.batch([
    'create table guilde_unfinished_restore (id integer primary key)',
    'create table members (id text)',
  ]);
  await expect(startGuilde(target)).rejects.toThrow('Une restauration de la base n’est pas allée au bout');
  expect(await guildeCommand(target, 'restore', backup)).toMatchObject({ code: 0, err: '' });
  expect((await read(target, claire, messages)).said.messages).toHaveLength(4);
});

it.each(
  allOrSome<[string, () => Promise<Place>]>([
    ['a file', inFolder],
    ['a server', onServer],
  ]),
)('who left or refused invitations since is not back after a restore to %s', async (_, make) => {
  const place = await make();
  const isFile = make === inFolder;
  const backup = join(temporaryFolder(), 'backup');
  const later = join(temporaryFolder(), 'later');
  const guilde = await startGuilde({
    ...place,
    clock: { ...systemClock, advance: () => undefined, set: () => undefined },
  });
  const [claire, karim] = [await guilde.as('claire'), await guilde.as('karim')];
  const { conversation } = await openChat(karim, claire);
  const said = await sendText(claire, conversation.id, 'Dit par Claire');
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } });
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await picture.png().toBuffer())], 'photo.png'));
  expect((await claire.request('/api/profile/avatar', { method: 'PUT', body: form })).status).toBe(200);
  const invitation = { vouched: true, email: 'jamais@exemple.fr' };
  granted(await karim.post('/api/invitations', invitation));
  expect(await guildeCommand(place, 'backup', backup)).toMatchObject({ code: 0, err: '' });
  await refuseInvitations(guilde, invitation.email);
  expect(readdirSync(join(backup, 'files', 'avatars')).length).toBeGreaterThan(0);
  granted(await claire.post('/api/account/delete', { password: PASSWORD }));
  expect(await guildeCommand(place, 'backup', later)).toMatchObject({ code: 0, err: '' });
  await guilde.close();
  const places = [place, place];
  if (isFile) {
    // This process had the file open, so another process cannot be sure that it is complete.
    const here = join(temporaryFolder(), 'data');
    cpSync(place.dataDir, here, { recursive: true });
    place.dataDir = here;
    // The list beside the database is enough when the database cannot be read any more.
    const ruined = { ...place, dataDir: join(temporaryFolder(), 'data') };
    cpSync(here, ruined.dataDir, { recursive: true });
    writeFileSync(join(ruined.dataDir, 'guilde.db'), 'Plus rien d’une base de données'.repeat(99));
    expect(await guildeCommand(ruined, 'restore', backup, '--force')).toMatchObject({ code: 0, err: '' });
    places.push(ruined);
    const env = { NODE_OPTIONS: `--import ${KILLED_AT_RENAME}`, KILLED_AT_RENAME: '2' };
    await guildeCommand({ ...place, env }, 'restore', backup, '--force');
    const machine = await inFolder();
    const given = ['restore', backup, '--erasures', later];
    expect(await guildeCommand(machine, ...given)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('sont effacés de nouveau (1).'),
    });
    places.push(machine);
    const alone = await guildeCommand(await inFolder(), 'restore', backup);
    expect(alone.out).toContain('Cette machine ne connaît aucun compte effacé.\n');
    expect(alone.out).not.toContain('effacés de nouveau');
  }
  expect(await guildeCommand(place, 'restore', backup, '--force')).toMatchObject({ code: 0, err: '' });

  for (const restored of places)
    await withCommunity(restored, async ({ deps, mails }) => {
      const { orm } = deps.db;
      expect(await orm.select().from(members).where(eq(members.id, claire.id))).toEqual([]);
      expect(await orm.select().from(members).where(eq(members.id, karim.id))).toHaveLength(1);
      expect(await orm.$count(invitations, eq(invitations.email, invitation.email))).toBe(0);
      expect([...(await objectedAmong(orm, [invitation.email]))]).toEqual([invitation.email]);
      const [message] = await orm.select().from(messages).where(eq(messages.id, said.id));
      expect(message).toMatchObject({ content: 'Dit par Claire', senderId: null });
      const again = eq(auditEntries.action, 'account.erase-again');
      expect(await orm.select().from(auditEntries).where(again)).toHaveLength(1);
      await mails();
      expect(existsSync(join(restored.dataDir, 'files', 'avatars'))).toBe(false);
      expect(readFileSync(join(restored.dataDir, 'effacements'), 'utf8')).toContain(claire.id);
    });
});

it('without its server nothing is copied, and that is said', async () => {
  const place = await onServer();
  const away = { ...place, env: { DATABASE_URL: 'ws://127.0.0.1:9' } };
  const backup = join(temporaryFolder(), 'backup');
  const { code, err } = await guildeCommand(away, 'backup', backup);
  expect([code, err]).toEqual([
    1,
    'DATABASE_URL\u00a0: le serveur libSQL ne répond pas, démarre-le ou corrige l’adresse.\n',
  ]);
  expect(existsSync(backup)).toBe(false);
});
