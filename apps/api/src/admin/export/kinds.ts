import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { announcementRecipients, announcements, announcementTargets } from '../../announcements/tables.ts';
import { legalAcceptances, members, userRoles } from '../../auth/tables.ts';
import { benchmarkCells, benchmarkWaves } from '../../benchmarks/tables.ts';
import { contactAnswers, contactMessages } from '../../contact/tables.ts';
import {
  conversations,
  messageReactions,
  messages,
  messageVersions,
  participants,
} from '../../conversations/tables.ts';
import { dealCommitments, dealInterests, dealOffers, dealReviews, deals } from '../../deals/tables.ts';
import { eventSeats, events } from '../../events/tables.ts';
import { files } from '../../files/tables.ts';
import { incidents, incidentVotes } from '../../incidents/tables.ts';
import { accessLinks, accessRequests } from '../../invitations/access/tables.ts';
import { batchRows, invitationBatches, invitationObjections, invitations } from '../../invitations/tables.ts';
import { articleSearchFields } from '../../knowledge/articles.ts';
import {
  aiCalls,
  articleConfirmations,
  sosSummaries,
  suggestionOpenings,
  summaryConsents,
  summaryVersions,
  summaryVetoes,
} from '../../knowledge/tables.ts';
import { sosOutcomes } from '../../outcomes/tables.ts';
import { auditEntries, bouncedAddresses } from '../../platform/database/tables.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { certificationEvidence, memberBlocks, profiles } from '../../profiles/tables.ts';
import { sosRatings } from '../../ratings/tables.ts';
import { caseContests, caseDecisions, cases, decisionRecipients, reports } from '../../reports/tables.ts';
import { communitySettings, memberSettings } from '../../settings/tables.ts';
import { helpRequests, sosAlerts, sosRequests, sosTools, sosViews, sosWaves } from '../../sos/tables.ts';
import { memberNotes, savedFilters, weeklyReports } from '../tables.ts';
import { entryFields, invitationFields, profileFields, sosFields } from './computing.ts';

/**
 * A kind is a file of the export with the rows of one table. `isClosed` rows are those that an administrator
 * reads for a reason only, or not at all: the back office's button leaves them out. `where` chooses rows,
 * and `open` those that the button takes along. An import adds what `compute` gives of a row.
 */
export type Kind = Required<Pick<Options<SQLiteTable>, 'isClosed' | 'where' | 'open'>> & {
  name: string;
  columns: Record<string, SQLiteColumn>;
  fields: readonly Field[];
  order: readonly string[];
  compute: (row: Row, secrets: Secrets) => object;
};

export type Row = Record<string, unknown>;
export type Field = { name: string; column: SQLiteColumn };

type Options<T extends SQLiteTable> = {
  without?: readonly (keyof T['_']['columns'])[];
  isClosed?: boolean;
  where?: string;
  open?: string;
  compute?: (row: T['$inferSelect'], secrets: Secrets) => Partial<T['$inferSelect']>;
};

function kind<T extends SQLiteTable>(
  table: T,
  { without = [], isClosed = false, where = 'true', open = where, compute }: Options<T> = {},
): Kind {
  const { name, primaryKeys } = getTableConfig(table);
  const columns: Kind['columns'] = getTableColumns(table);
  const all = Object.entries(columns).map(([field, column]) => ({ name: field, column }));
  const keys = primaryKeys[0]?.columns ?? all.map(({ column }) => column).filter(({ primary }) => primary);
  return {
    ...{ name, columns, isClosed, where, open },
    fields: all.filter((field) => !without.includes(field.name)),
    order: keys.map((key) => key.name),
    compute: (row, secrets) => compute?.(row as T['$inferSelect'], secrets) ?? {},
  };
}

const CLOSED = { isClosed: true };

/** A column is left out when an import computes it again, or when its value is untrue afterwards (docs/export.md). */
export const KINDS: readonly Kind[] = [
  kind(members, { without: ['name', 'image'] }),
  kind(userRoles),
  kind(legalAcceptances),
  kind(profiles, { without: ['totalHelpCount', 'searchWords', 'sortKey'], compute: profileFields }),
  kind(memberSettings, CLOSED),
  kind(communitySettings),
  kind(memberBlocks, CLOSED),
  kind(certificationEvidence, { without: ['fileKey', 'fileType', 'fileName', 'fileBytes', 'sentAt'] }),
  kind(memberNotes, CLOSED),
  kind(savedFilters, CLOSED),
  kind(invitations, { without: ['tokenHash'], compute: invitationFields }),
  kind(invitationBatches),
  kind(batchRows, { without: ['nextMailAt'] }),
  kind(invitationObjections),
  kind(accessLinks),
  kind(accessRequests),
  kind(bouncedAddresses),
  kind(sosRequests, { without: ['searchText', 'searchStems', 'feedRank'], compute: sosFields }),
  kind(sosTools),
  kind(sosViews, CLOSED),
  kind(helpRequests, CLOSED),
  kind(sosWaves, { without: ['nextAt'] }),
  kind(sosAlerts, CLOSED),
  kind(events),
  kind(eventSeats, CLOSED),
  kind(deals, { without: ['code'] }),
  kind(dealOffers),
  kind(dealInterests, CLOSED),
  kind(dealCommitments, CLOSED),
  kind(dealReviews, CLOSED),
  kind(conversations, {
    ...CLOSED,
    without: ['currentParticipants', 'lastSeq', 'revision', 'historyVersion', 'deletedSeqs'],
  }),
  kind(participants, CLOSED),
  kind(messages, CLOSED),
  kind(messageVersions, CLOSED),
  kind(messageReactions, CLOSED),
  kind(files, {
    where: 'ready_at is not null and coalesce(message_id, sos_id, deal_id) is not null',
    open: 'ready_at is not null and coalesce(sos_id, deal_id) is not null',
  }),
  kind(sosRatings, CLOSED),
  kind(sosOutcomes),
  kind(sosSummaries, {
    without: ['searchText', 'searchStems', 'searchWords', 'wordCount'],
    compute: articleSearchFields,
  }),
  kind(summaryVersions),
  kind(summaryVetoes, CLOSED),
  kind(summaryConsents, CLOSED),
  kind(articleConfirmations),
  kind(suggestionOpenings, CLOSED),
  kind(aiCalls),
  kind(incidents),
  kind(incidentVotes, CLOSED),
  kind(benchmarkWaves, { where: 'published_at is not null' }),
  kind(benchmarkCells, CLOSED),
  kind(announcements),
  kind(announcementTargets, CLOSED),
  kind(announcementRecipients, CLOSED),
  kind(contactMessages),
  kind(contactAnswers),
  kind(cases, CLOSED),
  kind(caseDecisions, CLOSED),
  kind(decisionRecipients, CLOSED),
  kind(caseContests, CLOSED),
  kind(reports, CLOSED),
  kind(weeklyReports),
  kind(auditEntries, { ...CLOSED, without: ['mac', 'keyId', 'searchText'], compute: entryFields }),
];
