import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { iso } from '../clock.ts';
import type { Installation } from './backup.ts';
import { writeDurably } from './durable-files.ts';

const BACKUP_RECORD = 'sauvegarde.json';

/** Backups are made daily; one that is missing twice is late. */
const LATE_MS = 2 * 86_400_000;

/** `isSound` tells that the check of the copy found nothing; `error` is the sentence of the terminal. */
const backupRecord = z.object({
  triedAt: z.iso.datetime(),
  bytes: z.number().nullable(),
  isSound: z.boolean(),
  error: z.string().nullable(),
  lastSoundAt: z.iso.datetime().nullable(),
});
export const backupState = backupRecord.extend({ isLate: z.boolean() }).nullable();

type Tried = { at: number; bytes: number | null; isSound: boolean; error: string | null };

/** Nothing is written where there is no installation, as in a mistyped folder. */
export function recordBackup({ dataDir, database }: Installation, tried: Tried): void {
  if (!existsSync('file' in database ? database.file : dataDir)) return;
  const { at, ...rest } = tried;
  const triedAt = iso(at);
  const lastSoundAt = tried.isSound ? triedAt : (readRecord(dataDir)?.lastSoundAt ?? null);
  const record: z.infer<typeof backupRecord> = { triedAt, ...rest, lastSoundAt };
  writeDurably(join(dataDir, BACKUP_RECORD), `${JSON.stringify(record, null, 2)}\n`);
}

/** Returns null before the first backup. */
export function stateOfBackups(dataDir: string, now: number): z.infer<typeof backupState> {
  const record = readRecord(dataDir);
  if (!record) return null;
  const isLate = record.lastSoundAt === null || now - Date.parse(record.lastSoundAt) > LATE_MS;
  return { ...record, isLate };
}

/** An unreadable record is none: the next backup writes it again. */
function readRecord(dataDir: string): z.infer<typeof backupRecord> | null {
  try {
    return backupRecord.parse(JSON.parse(readFileSync(join(dataDir, BACKUP_RECORD), 'utf8')));
  } catch {
    return null;
  }
}
