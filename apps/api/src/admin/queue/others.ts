import { CONTACT_EXCERPT_MAX } from '@guilde/contracts/admin.ts';
import { DATA_RIGHTS, rightDueAt } from '@guilde/contracts/data-rights.ts';
import { toolLabel } from '@guilde/contracts/incidents.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos-options.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import { and, eq, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import { contactMessages } from '../../contact/tables.ts';
import { incidents } from '../../incidents/tables.ts';
import { awaitsDecision } from '../../knowledge/moderation.ts';
import { sosSummaries } from '../../knowledge/tables.ts';
import { memberRefColumns } from '../../profiles/members.ts';
import { certificationEvidence, profiles } from '../../profiles/tables.ts';
import { selectSos } from '../../sos/queries.ts';
import { sosRequests } from '../../sos/tables.ts';
import { isProposed } from '../incidents.ts';
import { countUnhelped, unhelped } from '../sos.ts';
import { countToReview, isToReview } from '../summaries/changed-sources.ts';
import { oldestAfter, type QueueSource } from './sources.ts';

/** Nobody helps, and the waves are over. */
export const unhelpedSos: QueueSource = {
  kind: 'unhelped',
  isForModerators: false,
  count: (queries) => countUnhelped(queries),
  waiting: async (queries, _viewer, place, limit) => {
    const rows = await oldestAfter(
      selectSos(queries),
      [sosRequests.createdAt, sosRequests.id],
      unhelped,
      place,
      limit,
    );
    return rows.map(({ sos, author }) => ({
      id: sos.id,
      at: sos.createdAt,
      title: sos.title,
      note: memberName(author),
    }));
  },
};

export const proposedIncidents: QueueSource = {
  kind: 'incident',
  isForModerators: false,
  count: (queries) => queries.$count(incidents, isProposed),
  waiting: async (queries, _viewer, place, limit) => {
    const rows = await oldestAfter(
      queries.select().from(incidents).$dynamic(),
      [incidents.proposedAt, incidents.id],
      isProposed,
      place,
      limit,
    );
    return rows.map((incident) => ({
      id: incident.id,
      at: incident.proposedAt,
      title: toolLabel(incident.tool),
      note: 'Proposée par plusieurs SOS',
    }));
  },
};

/** Until they are resolved, with the legal date of the answer. */
const isRightRequest = and(isNotNull(contactMessages.right), ne(contactMessages.status, 'resolved'));

export const rightRequests: QueueSource = {
  kind: 'right',
  isForModerators: true,
  count: (queries) => queries.$count(contactMessages, isRightRequest),
  waiting: async (queries, _viewer, place, limit) => {
    const rows = await oldestAfter(
      queries.select().from(contactMessages).$dynamic(),
      [contactMessages.createdAt, contactMessages.id],
      isRightRequest,
      place,
      limit,
    );
    return rows.map(({ id: contactId, createdAt, right, name }) => ({
      ...{ id: contactId, at: createdAt, note: name, dueAt: rightDueAt(createdAt) },
      title: optionLabel(DATA_RIGHTS, right ?? ''),
    }));
  },
};

const isPending = and(eq(contactMessages.status, 'pending'), isNull(contactMessages.right));

export const contactWithoutAnswer: QueueSource = {
  kind: 'contact',
  isForModerators: true,
  count: (queries) => queries.$count(contactMessages, isPending),
  waiting: async (queries, _viewer, place, limit) => {
    const rows = await oldestAfter(
      queries.select().from(contactMessages).$dynamic(),
      [contactMessages.createdAt, contactMessages.id],
      isPending,
      place,
      limit,
    );
    return rows.map(({ id: contactId, createdAt, subject, name }) => ({
      id: contactId,
      at: createdAt,
      title: excerpt(subject, CONTACT_EXCERPT_MAX),
      note: name,
    }));
  },
};

const isUnread = awaitsDecision;

export const summariesToRead: QueueSource = {
  kind: 'summary',
  isForModerators: true,
  count: (queries) => queries.$count(sosSummaries, isUnread),
  waiting: async (queries, _viewer, place, limit) => {
    const rows = await oldestAfter(
      queries
        .select({
          id: sosSummaries.id,
          at: sosSummaries.createdAt,
          title: sosSummaries.title,
          category: sosSummaries.category,
        })
        .from(sosSummaries)
        .$dynamic(),
      [sosSummaries.createdAt, sosSummaries.id],
      isUnread,
      place,
      limit,
    );
    return rows.map(({ category, ...row }) => ({ ...row, note: optionLabel(SOS_CATEGORIES, category) }));
  },
};

/** Since it did not hold, else since it was last changed. */
const flaggedAt = sql<number>`ifnull(${sosSummaries.reviewSince}, ${sosSummaries.updatedAt})`;

export const flaggedArticles: QueueSource = {
  kind: 'article',
  isForModerators: true,
  count: (queries) => countToReview(queries),
  waiting: async (queries, _viewer, place, limit) => {
    const rows = await oldestAfter(
      queries
        .select({
          id: sosSummaries.id,
          at: flaggedAt,
          title: sosSummaries.title,
          reviewSince: sosSummaries.reviewSince,
        })
        .from(sosSummaries)
        .$dynamic(),
      [flaggedAt, sosSummaries.id],
      isToReview,
      place,
      limit,
    );
    return rows.map(({ reviewSince, ...row }) => ({
      ...row,
      note: reviewSince === null ? 'Des messages ont changé' : 'N’a pas tenu',
    }));
  },
};

const toExamine = (now: number) => lte(certificationEvidence.waitsFrom, now);

/** What was sent, and what was not in time. */
export const evidenceToExamine: QueueSource = {
  kind: 'evidence',
  isForModerators: false,
  count: (queries, _viewer, now) => queries.$count(certificationEvidence, toExamine(now)),
  waiting: async (queries, _viewer, place, limit, now) => {
    const { waitsFrom, userId, sentAt } = certificationEvidence;
    const rows = await oldestAfter(
      queries
        .select({ id: userId, at: waitsFrom, sentAt, member: memberRefColumns })
        .from(certificationEvidence)
        .innerJoin(profiles, eq(profiles.userId, userId))
        .$dynamic(),
      [waitsFrom, userId],
      toExamine(now),
      place,
      limit,
    );
    return rows.map(({ sentAt: sent, member, ...row }) => ({
      ...row,
      title: `Certification\u00a0: ${memberName(member)}`,
      note: sent === null ? 'Rien n’est arrivé à temps' : 'Justificatif envoyé',
    }));
  },
};
