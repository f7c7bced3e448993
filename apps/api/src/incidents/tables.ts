import type { IncidentAnswer, IncidentEnd, Tool } from '@guilde/contracts/incidents/rules.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from '../auth/tables.ts';
import { deletedWith } from '../platform/database/columns.ts';

export const incidents = sqliteTable(
  'incidents',
  {
    id: text().primaryKey(),
    tool: text().$type<Tool>().notNull(),
    /** The incident starts with the first SOS that counted. */
    since: integer().notNull(),
    proposedAt: integer('proposed_at').notNull(),
    confirmedAt: integer('confirmed_at'),
    /** It changes with each vote and each SOS that names the tool. */
    lastActivityAt: integer('heard_at').notNull(),
    endedAt: integer('ended_at'),
    end: text().$type<IncidentEnd>(),
  },
  (table) => [
    // The index lets one of two simultaneous proposals be stored.
    uniqueIndex('incidents_open').on(table.tool).where(sql`ended_at is null`),
    index('incidents_tool').on(table.tool, table.endedAt),
    index('incidents_proposed').on(table.proposedAt, table.id),
    check('incidents_ended', sql`(ended_at is null) = ("end" is null)`),
  ],
);

export const incidentVotes = sqliteTable(
  'incident_votes',
  {
    incidentId: deletedWith('incident_id', () => incidents.id),
    memberId: deletedWith('member_id', () => members.id),
    answer: text().$type<IncidentAnswer>().notNull(),
    votedAt: integer('voted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.incidentId, table.memberId] }),
    index('incident_votes_answer').on(table.incidentId, table.answer),
    index('incident_votes_member').on(table.memberId),
    check('incident_votes_known', sql`answer in ('ongoing', 'restored')`),
  ],
);
