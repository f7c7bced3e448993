import type { AdminSummaryDetail } from '@guilde/contracts/admin/rules.ts';
import type { AuditAction, AuditSubject } from '@guilde/contracts/audit/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { conversations } from '../../conversations/tables.ts';
import { recordAct } from '../../platform/audit.ts';
import type { Queries, Tx } from '../../platform/database/db.ts';
import { auditEntries } from '../../platform/database/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { sosRequests } from '../../sos/tables.ts';
import { activeTeamMember } from './administer.ts';

export type LoggedRead = {
  action: Extract<AuditAction, `${string}.read`>;
  subject: { type: AuditSubject; id: string; label: string };
};

/** Repeated requests within this time are one entry. */
const ONE_OPENING_MS = 3_600_000;

/** A subject has one entry an hour. The call precedes the answer, and `alongside` joins its transaction. */
export async function logReads(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  viewer: Viewer,
  reads: readonly LoggedRead[],
  alongside?: (tx: Tx, reading: LoggedRead) => Promise<void>,
): Promise<void> {
  const since = deps.clock.now() - ONE_OPENING_MS;
  if ((await unlogged(deps.db.orm, viewer, reads, since)).length === 0) return;
  await deps.db.write(async (tx) => {
    const actor = await activeTeamMember(tx, viewer);
    for (const reading of await unlogged(tx.orm, viewer, reads, since)) {
      await recordAct(tx, deps, actor, reading);
      await alongside?.(tx, reading);
    }
  });
}

async function unlogged(
  queries: Queries,
  viewer: Viewer,
  reads: readonly LoggedRead[],
  since: number,
): Promise<readonly LoggedRead[]> {
  if (reads.length === 0) return [];
  const ids = reads.map(({ subject }) => subject.id);
  const rows = await queries
    .select({ action: auditEntries.action, subjectId: auditEntries.subjectId })
    .from(auditEntries)
    .where(
      and(
        inArray(auditEntries.subjectId, ids),
        eq(auditEntries.actorId, viewer.id),
        gt(auditEntries.createdAt, since),
      ),
    );
  const noted = new Set(rows.map(({ action, subjectId }) => `${action} ${subjectId}`));
  return reads.filter(({ action, subject }) => !noted.has(`${action} ${subject.id}`));
}

export async function sourceReads(
  queries: Queries,
  { sosId, sources }: Pick<AdminSummaryDetail, 'sosId' | 'sources'>,
): Promise<LoggedRead[]> {
  if (sosId === null || !sources?.length) return [];
  const found = await queries
    .select({ conversationId: conversations.id, sosTitle: sosRequests.title })
    .from(conversations)
    .innerJoin(sosRequests, eq(sosRequests.id, conversations.sosRequestId))
    .where(eq(conversations.sosRequestId, sosId));
  return found.map(({ conversationId, sosTitle }) => readOf(conversationId, sosTitle));
}

/** Tombstones and closed conversations show nothing. */
export function conversationReads(
  messages: readonly { conversationId: string; sosTitle: string; kind: string; openUntil: string | null }[],
): LoggedRead[] {
  const titles = new Map(
    messages
      .filter(({ kind, openUntil }) => kind === 'text' && openUntil !== null)
      .map(({ conversationId, sosTitle }) => [conversationId, sosTitle]),
  );
  return [...titles].map(([id, label]) => readOf(id, label));
}

function readOf(id: string, label: string): LoggedRead {
  return { action: 'conversation.read', subject: { type: 'conversation', id, label } };
}
