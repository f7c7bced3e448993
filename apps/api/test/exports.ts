import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { localTime } from '@guilde/contracts/events/time.ts';
import { unzipSync } from 'fflate';
import { expect, onTestFinished } from 'vitest';
import type { ExportManifest } from '../src/admin/export/reading.ts';
import { events } from '../src/events/tables.ts';
import { incidents } from '../src/incidents/tables.ts';
import { guildeCommand } from './guilde-command.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { temporaryFolder } from './platform.ts';
import { fillPlaces } from './reading-routes.ts';
import { granted, openChat, sendText } from './scenes.ts';
import { startSqld } from './sqld.ts';

export type Place = { dataDir: string; env: Record<string, string> };
export const inFolder = (folder: string): Place => ({ dataDir: folder, env: {} });

export async function onServer(): Promise<Place> {
  const sqld = await startSqld();
  onTestFinished(sqld.stop);
  return { dataDir: join(temporaryFolder(), 'data'), env: { DATABASE_URL: sqld.url } };
}

/** The people have a chat with files and a reaction, ratings, an article, reports, notes and pictures. */
export async function fillCommunity(guilde: Guilde): Promise<void> {
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
  // It computes again when an event begins, and erases it a year later.
  const startsAt = now - (now % 60_000);
  await guilde.deps.db.orm.update(events).set({ startsAt, localStart: localTime(startsAt, 'Europe/Paris') });
  await guilde.mails();
}

export function manifestIn(folder: string): ExportManifest {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as ExportManifest;
}

export async function exported(place: Place, folder: string): Promise<ExportManifest['files']> {
  expect(await guildeCommand(place, 'export', folder)).toMatchObject({ code: 0, err: '' });
  return manifestIn(folder).files;
}

/** Changes a file of the export, and the manifest so that the hash is right. */
export function rewritten(folder: string, name: string, change: (text: string) => string): void {
  const text = change(readFileSync(join(folder, name), 'utf8'));
  writeFileSync(join(folder, name), text);
  const manifest = manifestIn(folder);
  manifest.files[name] = {
    rows: text.split('\n').length - 1,
    sha256: createHash('sha256').update(text).digest('hex'),
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

export type MadeExport = {
  folder: string;
  /** Each test changes its own copy, and imports it into a folder of its own. */
  copied: () => { folder: string; dataDir: string };
  remove: () => void;
};

/** Exports that community while its server runs. */
export async function makeExport(): Promise<MadeExport> {
  const top = mkdtempSync(join(tmpdir(), 'guilde-export-'));
  const guilde = await startGuilde({ dataDir: join(top, 'data') });
  await fillCommunity(guilde);
  const folder = join(top, 'export');
  await exported(inFolder(join(top, 'data')), folder);
  await guilde.close();
  return {
    folder,
    copied: () => {
      const own = temporaryFolder();
      cpSync(folder, join(own, 'export'), { recursive: true });
      return { folder: join(own, 'export'), dataDir: join(own, 'here') };
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}

/** Unpacks the zip of the back office's button into a new folder. */
export async function unpacked(zip: Pick<Response, 'arrayBuffer'>): Promise<string> {
  const folder = join(temporaryFolder(), 'export');
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer())))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  return folder;
}
