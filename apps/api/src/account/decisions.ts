import { AUDIT_ACTIONS, type AuditAction } from '@guilde/contracts/audit/rules.ts';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import { auditEntries } from '../platform/database/tables.ts';
import { sosRequests } from '../sos/tables.ts';

/** `about` is the SOS or message, null for the account itself. */
export type Decision = { decision: string; about: string | null; reason: string | null; decidedAt: string };

const ABOUT_ACCOUNT: AuditAction[] = [
  'user.warn',
  'certification.withdraw',
  'certification.return',
  'user.suspend',
  'user.restore',
  'role.grant',
  'role.remove',
];
/** The member got these reasons; others are notes that may name third persons. */
const SENT_REASONS: string[] = ABOUT_ACCOUNT.filter((action) => !action.startsWith('role.'));

/** The decisions leave out the administrator, and reports, of which the reported person must not learn. */
export async function decisionsAbout(queries: Queries, memberId: string): Promise<Decision[]> {
  const ownSos = queries
    .select({ id: sosRequests.id })
    .from(sosRequests)
    .where(eq(sosRequests.userId, memberId));
  const wasOf = (key: string) => sql`json_extract(${auditEntries.before}, ${`$.${key}`}) = ${memberId}`;
  const rows = await queries
    .select()
    .from(auditEntries)
    .where(
      or(
        and(eq(auditEntries.subjectId, memberId), inArray(auditEntries.action, ABOUT_ACCOUNT)),
        and(inArray(auditEntries.subjectId, ownSos), eq(auditEntries.action, 'sos.status')),
        and(eq(auditEntries.action, 'sos.delete'), wasOf('author')),
        and(eq(auditEntries.action, 'message.delete'), wasOf('sender')),
      ),
    )
    .orderBy(asc(auditEntries.position));
  return rows.map(({ action, subjectType, subjectLabel, reason, createdAt }) => ({
    decision: AUDIT_ACTIONS.find(({ id }) => id === action)?.label ?? action,
    about: subjectType === 'user' ? null : subjectLabel,
    reason: SENT_REASONS.includes(action) ? reason : null,
    decidedAt: iso(createdAt),
  }));
}

/** The subjects are left out, because they are others' data. */
export async function administrativeActsOf(
  queries: Queries,
  memberId: string,
): Promise<{ act: string; doneAt: string }[]> {
  const rows = await queries
    .select({ action: auditEntries.action, createdAt: auditEntries.createdAt })
    .from(auditEntries)
    .where(eq(auditEntries.actorId, memberId))
    .orderBy(asc(auditEntries.position));
  return rows.map(({ action, createdAt }) => ({
    act: AUDIT_ACTIONS.find(({ id }) => id === action)?.label ?? action,
    doneAt: iso(createdAt),
  }));
}
