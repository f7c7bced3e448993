import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { announcementRecipients, announcements, announcementTargets } from '../../announcements/tables.ts';
import { legalAcceptances, members, userRoles } from '../../auth/tables.ts';
import { contactAnswers, contactMessages } from '../../contact/tables.ts';
import {
  conversations,
  messageReactions,
  messages,
  messageVersions,
  participants,
} from '../../conversations/tables.ts';
import { eventSeats, events } from '../../events/tables.ts';
import { files } from '../../files/tables.ts';
import { incidents, incidentVotes } from '../../incidents/tables.ts';
import { accessLinks, accessRequests } from '../../invitations/access/tables.ts';
import { batchRows, invitationBatches, invitationObjections, invitations } from '../../invitations/tables.ts';
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
import { certificationEvidence, memberBlocks, profiles } from '../../profiles/tables.ts';
import { sosRatings } from '../../ratings/tables.ts';
import { caseContests, caseDecisions, cases, decisionRecipients, reports } from '../../reports/tables.ts';
import { communitySettings, memberSettings } from '../../settings/tables.ts';
import { helpRequests, sosAlerts, sosRequests, sosTools, sosViews, sosWaves } from '../../sos/tables.ts';
import { memberNotes, savedFilters, weeklyReports } from '../tables.ts';

/**
 * A kind is a file of the export with the rows of one table. `isClosed` rows are those that an administrator
 * reads for a reason only, or not at all: the back office's button leaves them out. `where` chooses rows,
 * and `open` those that the button takes along.
 */
export type Kind = {
  name: string;
  fields: readonly Field[];
  order: readonly string[];
  isClosed: boolean;
  where: string;
  open: string;
};

export type Field = { name: string; column: SQLiteColumn };

type Options<T extends SQLiteTable> = {
  without?: readonly (keyof T['_']['columns'])[];
  isClosed?: boolean;
  where?: string;
  open?: string;
};

function kind<T extends SQLiteTable>(
  table: T,
  { without = [], isClosed = false, where = 'true', open = where }: Options<T> = {},
): Kind {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const keys = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  const fields = Object.entries(getTableColumns(table))
    .filter(([field]) => !without.includes(field))
    .map(([field, column]) => ({ name: field, column: column as SQLiteColumn }));
  return { name, fields, order: keys.map((key) => key.name), isClosed, where, open };
}

const CLOSED = { isClosed: true };

/** A column is left out when an import computes it again, or when its value is untrue afterwards (docs/export.md). */
export const KINDS: readonly Kind[] = [
  kind(members, { without: ['name', 'image'] }),
  kind(userRoles),
  kind(legalAcceptances),
  kind(profiles, { without: ['totalHelpCount', 'searchWords', 'sortKey'] }),
  kind(memberSettings, CLOSED),
  kind(communitySettings),
  kind(memberBlocks, CLOSED),
  kind(certificationEvidence, { without: ['fileKey', 'fileType', 'fileName', 'fileBytes', 'sentAt'] }),
  kind(memberNotes, CLOSED),
  kind(savedFilters, CLOSED),
  kind(invitations, { without: ['tokenHash'] }),
  kind(invitationBatches),
  kind(batchRows, { without: ['nextMailAt'] }),
  kind(invitationObjections),
  kind(accessLinks),
  kind(accessRequests),
  kind(bouncedAddresses),
  kind(sosRequests, { without: ['searchText', 'searchStems', 'feedRank'] }),
  kind(sosTools),
  kind(sosViews, CLOSED),
  kind(helpRequests, CLOSED),
  kind(sosWaves, { without: ['nextAt'] }),
  kind(sosAlerts, CLOSED),
  kind(conversations, {
    ...CLOSED,
    without: ['currentParticipants', 'lastSeq', 'revision', 'historyVersion', 'deletedSeqs'],
  }),
  kind(participants, CLOSED),
  kind(messages, CLOSED),
  kind(messageVersions, CLOSED),
  kind(messageReactions, CLOSED),
  kind(files, {
    where: 'ready_at is not null and (message_id is not null or sos_id is not null)',
    open: 'ready_at is not null and sos_id is not null',
  }),
  kind(sosRatings, CLOSED),
  kind(sosOutcomes),
  kind(sosSummaries, { without: ['searchText', 'searchStems', 'searchWords', 'wordCount'] }),
  kind(summaryVersions),
  kind(summaryVetoes, CLOSED),
  kind(summaryConsents, CLOSED),
  kind(articleConfirmations),
  kind(suggestionOpenings, CLOSED),
  kind(aiCalls),
  kind(events),
  kind(eventSeats, CLOSED),
  kind(incidents),
  kind(incidentVotes, CLOSED),
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
  kind(auditEntries, { ...CLOSED, without: ['mac', 'keyId', 'searchText'] }),
];

/** These tables have no kind, each for a reason that docs/export.md gives. */
export const LEFT_OUT = {
  keys: [
    'accounts',
    'api_keys',
    'passkeys',
    'recovery_codes',
    'second_factors',
    'push_keys',
    'webhooks',
    'calendar_links',
  ],
  sessions: [
    'email_changes',
    'pending_sign_ins',
    'push_subscriptions',
    'security_events',
    'sessions',
    'sign_in_codes',
    'used_challenges',
    'verifications',
    'conversation_openings',
  ],
  computed: [
    'article_spellings',
    'article_words',
    'message_indexes',
    'profile_specialties',
    'profile_tools',
    'profile_words',
    'sos_specialties',
  ],
  passing: [
    '__drizzle_migrations',
    'commit_number',
    'digests',
    'erasures',
    'jobs',
    'notices',
    'outbox',
    'sent_mails',
    'shared_views',
    'webhook_deliveries',
  ],
} as const;
