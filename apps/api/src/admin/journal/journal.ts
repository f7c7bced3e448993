import type { AuditFilters, auditQuery } from '@guilde/contracts/audit/input.ts';
import {
  AUDIT_ACTIONS,
  AUDIT_EXPORT_MAX,
  AUDIT_READINGS,
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditDetail,
  type AuditEntry,
  type AuditPage,
  type AuditSubject,
  type AuditValues,
  COMMAND_LINE,
} from '@guilde/contracts/audit/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, desc, eq, gte, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { userRoles } from '../../auth/tables.ts';
import { iso } from '../../platform/clock.ts';
import { csv } from '../../platform/csv.ts';
import type { Queries } from '../../platform/database/db.ts';
import { matchOfBeginnings } from '../../platform/database/search.ts';
import { auditEntries } from '../../platform/database/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { midnightOf } from '../../platform/midnight.ts';
import { pageOf, readPositionCursor } from '../../platform/paging.ts';
import { profiles } from '../../profiles/tables.ts';
import { cases, reports } from '../../reports/tables.ts';
import { administer } from './administer.ts';
import { momentText, valuesText } from './cells.ts';

export async function listJournal(
  queries: Queries,
  viewer: Viewer,
  { cursor, limit, ...filters }: z.output<typeof auditQuery>,
): Promise<AuditPage> {
  const rows = await queries
    .select()
    .from(auditEntries)
    .where(
      and(
        matching(filters),
        notOnReportsOf(viewer),
        lt(auditEntries.position, cursor ? readPositionCursor(cursor) : Number.MAX_SAFE_INTEGER),
      ),
    )
    .orderBy(desc(auditEntries.position))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ position }) => String(position));
  return {
    items: page.rows.map(toEntry),
    nextCursor: page.nextCursor,
    actors: await actorsOf(queries),
  };
}

export async function journalEntry(queries: Queries, viewer: Viewer, id: string): Promise<AuditDetail> {
  const [row] = await queries
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.id, id), notOnReportsOf(viewer)));
  if (!row) throw new AppError('NOT_FOUND');
  const entry = toEntry(row);
  return { ...entry, names: await namesIn(queries, entry) };
}

async function namesIn(queries: Queries, { before, after }: AuditEntry): Promise<Record<string, string>> {
  const values = [...Object.values(before ?? {}), ...Object.values(after ?? {})];
  const texts = values.filter((value) => typeof value === 'string');
  const rows = await queries.select(nameColumns).from(profiles).where(inArray(profiles.userId, texts));
  return Object.fromEntries(rows.map((row) => [row.id, memberName(row)]));
}

const nameColumns = { id: profiles.userId, firstName: profiles.firstName, lastName: profiles.lastName };

/** The export is recorded too. */
export async function exportJournal(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  viewer: Viewer,
  filters: AuditFilters,
): Promise<string> {
  const rows = await deps.db.orm
    .select()
    .from(auditEntries)
    .where(and(matching(filters), notOnReportsOf(viewer)))
    .orderBy(desc(auditEntries.position))
    .limit(AUDIT_EXPORT_MAX);
  await administer(deps, viewer, ({ record }) =>
    record({
      action: 'journal.export',
      subject: { type: 'journal', id: 'journal', label: 'Journal' },
      after: { rows: rows.length, ...filters },
    }),
  );
  const people = await deps.db.orm.select(nameColumns).from(profiles);
  const names = new Map(people.map((row) => [row.id, memberName(row)]));
  return csv([HEADINGS, ...rows.map((row) => cells(toEntry(row), names))]);
}

const HEADINGS = ['Date', 'Par', 'Acte', 'Objet', 'Nom', 'Identifiant', 'Avant', 'Après', 'Motif'] as const;

function cells(entry: AuditEntry, names: ReadonlyMap<string, string>): string[] {
  return [
    momentText(entry.createdAt),
    entry.actorName,
    optionLabel(AUDIT_ACTIONS, entry.action),
    optionLabel(AUDIT_SUBJECTS, entry.subjectType),
    entry.subjectLabel,
    entry.subjectId,
    valuesText(entry.subjectType, entry.before, names),
    valuesText(entry.subjectType, entry.after, names),
    entry.reason,
  ];
}

function matching({ q, action, actor, subject, from, to }: AuditFilters): SQL | undefined {
  return and(
    matchingAction(action),
    actor ? eq(auditEntries.actorId, actor) : undefined,
    subject ? eq(auditEntries.subjectId, subject) : undefined,
    from ? gte(auditEntries.createdAt, midnightOf(from, 0)) : undefined,
    to ? lt(auditEntries.createdAt, midnightOf(to, 1)) : undefined,
    q
      ? sql`${auditEntries.position} in (select rowid from audit_search where audit_search match ${matchOfBeginnings(q)})`
      : undefined,
  );
}

function matchingAction(action: AuditFilters['action']): SQL | undefined {
  if (action === 'all') return undefined;
  if (action === 'acts') return notInArray(auditEntries.action, AUDIT_READINGS);
  if (action === 'readings') return inArray(auditEntries.action, AUDIT_READINGS);
  return eq(auditEntries.action, action);
}

/** A reported administrator must not learn of the report or its outcome. */
function notOnReportsOf(viewer: Viewer): SQL {
  return sql`not (${auditEntries.subjectType} = 'report' and ${auditEntries.subjectId} in
    (select ${reports.id} from ${reports} where ${reports.reportedUserId} = ${viewer.id}))
    and not (${auditEntries.subjectType} = 'case' and ${auditEntries.subjectId} in
    (select ${cases.id} from ${cases} where ${cases.memberId} = ${viewer.id}))`;
}

async function actorsOf(queries: Queries): Promise<AuditPage['actors']> {
  const rows = await queries
    .select(nameColumns)
    .from(userRoles)
    .innerJoin(profiles, eq(profiles.userId, userRoles.userId))
    .orderBy(asc(profiles.firstName), asc(profiles.lastName));
  return [...rows.map((row) => ({ id: row.id, name: memberName(row) })), { ...COMMAND_LINE }];
}

function toEntry(row: typeof auditEntries.$inferSelect): AuditEntry {
  return {
    id: row.id,
    actorId: row.actorId,
    actorName: row.actorName,
    action: row.action as AuditAction,
    subjectType: row.subjectType as AuditSubject,
    subjectId: row.subjectId,
    subjectLabel: row.subjectLabel,
    before: valuesOf(row.before),
    after: valuesOf(row.after),
    reason: row.reason,
    createdAt: iso(row.createdAt),
  };
}

function valuesOf(json: string | null): AuditValues | null {
  return json === null ? null : (JSON.parse(json) as AuditValues);
}
