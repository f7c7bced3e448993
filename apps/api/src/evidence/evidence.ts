import { randomUUID } from 'node:crypto';
import { AppError } from '@guilde/contracts/errors.ts';
import { EVIDENCE_DAYS, EVIDENCE_MAX_BYTES, type Evidence } from '@guilde/contracts/evidence/rules.ts';
import { FILE_TYPES } from '@guilde/contracts/files/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, inArray, lt } from 'drizzle-orm';
import { publishModeration } from '../auth/administrators.ts';
import { fileName } from '../files/names.ts';
import { detectContent } from '../files/parsing.ts';
import { pictureOf } from '../files/pictures.ts';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deletion } from '../platform/deletion.ts';
import type { Deps } from '../platform/deps.ts';
import { retentionStart } from '../platform/retention.ts';
import { certificationEvidence, profiles } from '../profiles/tables.ts';

type Row = typeof certificationEvidence.$inferSelect;
type EvidenceDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs' | 'storage'>;

export const EVIDENCE_TYPES = ['application/pdf', 'image/webp'] as const;

const DAY_MS = 86_400_000;
const ERASED_AT_ONCE = 50;

/** Returns null when no evidence is asked. */
export async function evidenceOf(queries: Queries, userId: string): Promise<Evidence | null> {
  const row = await rowOf(queries, userId);
  return row ? toEvidence(row) : null;
}

async function rowOf(queries: Queries, userId: string): Promise<Row | undefined> {
  const [row] = await queries
    .select()
    .from(certificationEvidence)
    .where(eq(certificationEvidence.userId, userId));
  return row;
}

function toEvidence({ reason, askedAt, fileName: name, fileBytes: bytes, sentAt }: Row): Evidence {
  return {
    reason,
    askedAt: iso(askedAt),
    dueAt: iso(askedAt + EVIDENCE_DAYS * DAY_MS),
    file: name !== null && bytes !== null && sentAt !== null ? { name, bytes, sentAt: iso(sentAt) } : null,
  };
}

export async function askForEvidence(
  tx: Tx,
  { clock, live }: Pick<Deps, 'clock' | 'live'>,
  userId: string,
  reason: string,
): Promise<void> {
  const askedAt = clock.now();
  await tx.orm
    .insert(certificationEvidence)
    .values({ userId, reason, askedAt, waitsFrom: askedAt + EVIDENCE_DAYS * DAY_MS });
  tx.afterCommit(() => live.publish([userId], { type: 'account.changed' }));
}

/**
 * The row names the bytes before they are stored, so that the decision erases them whatever happens. Throws
 * EVIDENCE_NOT_ASKED, BODY_TOO_LARGE, EVIDENCE_TYPE_REFUSED, FILE_PICTURE_UNREADABLE and those of
 * `detectContent`.
 */
export async function sendEvidence(
  deps: EvidenceDeps,
  viewer: Viewer,
  name: string,
  bytes: Uint8Array,
): Promise<Evidence> {
  if (bytes.byteLength > EVIDENCE_MAX_BYTES) throw new AppError('BODY_TOO_LARGE');
  if (!(await rowOf(deps.db.orm, viewer.id))) throw new AppError('EVIDENCE_NOT_ASKED');
  const file = await acceptedFile(bytes, name);
  const fileKey = `evidence/${randomUUID()}.${FILE_TYPES[file.type].extension}`;
  const own = eq(certificationEvidence.userId, viewer.id);
  await deps.db.write(async (tx) => {
    await queueErasure(tx, deps, [await rowOf(tx.orm, viewer.id)]);
    await tx.orm.update(certificationEvidence).set({ fileKey, sentAt: null }).where(own);
  });
  await deps.storage.put(fileKey, file.bytes);
  const sent = await deps.db.write(async (tx) => {
    const sentAt = deps.clock.now();
    const [row] = await tx.orm
      .update(certificationEvidence)
      .set({
        sentAt,
        waitsFrom: sentAt,
        fileType: file.type,
        fileName: file.name,
        fileBytes: file.bytes.byteLength,
      })
      .where(and(own, eq(certificationEvidence.fileKey, fileKey)))
      .returning();
    if (!row) return null;
    tx.afterCommit(() => deps.live.publish([viewer.id], { type: 'account.changed' }));
    await publishModeration(tx, deps, 'users');
    return toEvidence(row);
  });
  if (sent) return sent;
  // The request was decided, or another file sent, in the meantime.
  await deps.storage.remove(fileKey);
  throw new AppError('EVIDENCE_NOT_ASKED');
}

async function acceptedFile(bytes: Uint8Array, name: string) {
  const content = await detectContent(bytes, name);
  if (content === 'application/pdf') return { type: content, name: fileName(name, content), bytes };
  if (content !== 'picture') throw new AppError('EVIDENCE_TYPE_REFUSED');
  const { full } = await pictureOf(bytes);
  return { type: 'image/webp', name: fileName(name, 'image/webp'), bytes: full } as const;
}

/** The caller checks that the viewer may decide. Throws NOT_FOUND. */
export async function evidenceFile({ db, storage }: Pick<Deps, 'db' | 'storage'>, userId: string) {
  const row = await rowOf(db.orm, userId);
  const bytes = row?.fileKey && row.sentAt !== null ? await storage.get(row.fileKey) : null;
  if (!row || !bytes) throw new AppError('NOT_FOUND');
  return { bytes, type: row.fileType ?? '', name: row.fileName ?? '' };
}

/** Resolves with false when nothing was asked. */
export async function endEvidence(
  tx: Tx,
  { jobs, live }: Pick<Deps, 'jobs' | 'live'>,
  userId: string,
): Promise<boolean> {
  const ended = await tx.orm
    .delete(certificationEvidence)
    .where(eq(certificationEvidence.userId, userId))
    .returning();
  await queueErasure(tx, { jobs }, ended);
  tx.afterCommit(() => live.publish([userId], { type: 'account.changed' }));
  return ended.length > 0;
}

/** Who proved their company counts as a person of their own (`countsAsSponsor`). */
export async function noteProof(tx: Tx, { clock }: Pick<Deps, 'clock'>, userId: string): Promise<void> {
  await tx.orm.update(profiles).set({ provenAt: clock.now() }).where(eq(profiles.userId, userId));
}

export function oldEvidence(deps: Pick<Deps, 'db' | 'jobs'>): Deletion {
  const isOld = (now: number) => lt(certificationEvidence.askedAt, retentionStart('evidence', now));
  return {
    rule: 'evidence',
    table: 'certification_evidence',
    count: (now) => deps.db.orm.$count(certificationEvidence, isOld(now)),
    step: (now) =>
      deps.db.write(async (tx) => {
        const old = await tx.orm.select().from(certificationEvidence).where(isOld(now)).limit(ERASED_AT_ONCE);
        const ids = old.map(({ userId }) => userId);
        await tx.orm.delete(certificationEvidence).where(inArray(certificationEvidence.userId, ids));
        await queueErasure(tx, deps, old);
        return old.length;
      }),
  };
}

async function queueErasure(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  rows: readonly (Pick<Row, 'fileKey'> | undefined)[],
): Promise<void> {
  const keys = rows.flatMap((row) => row?.fileKey ?? []);
  if (keys.length > 0) await jobs.enqueue(tx, 'storage.remove', { keys });
}
