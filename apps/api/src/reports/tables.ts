import type { ReportReason, ReportStatus } from '@guilde/contracts/reports.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';

/** Never shown to the reported person. */
export const reports = sqliteTable(
  'reports',
  {
    /** From the client, so that sending twice stores one report. */
    id: text().primaryKey(),
    reporterId: text('reporter_id').references(() => members.id, { onDelete: 'set null' }),
    reportedUserId: text('reported_user_id').references(() => members.id, { onDelete: 'set null' }),
    reason: text().$type<ReportReason>().notNull(),
    description: text().notNull(),
    status: text().$type<ReportStatus>().notNull().default('pending'),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
    decidedBy: text('decided_by').references(() => members.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('reports_status').on(table.status, table.createdAt),
    index('reports_created').on(table.createdAt),
    index('reports_reporter').on(table.reporterId),
    index('reports_reported').on(table.reportedUserId),
    index('reports_decider').on(table.decidedBy),
    check('reports_status_known', sql`status in ('pending', 'resolved', 'dismissed')`),
  ],
);
