import { DATA_RIGHTS, rightDueAt } from '@guilde/contracts/account/rules.ts';
import { CONTACT_EXCERPT_MAX } from '@guilde/contracts/admin/rules.ts';
import { toolLabel } from '@guilde/contracts/incidents/rules.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos/rules.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import { and, eq, gt, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import { contactMessages } from '../../contact/tables.ts';
import { waitsForTeam } from '../../deals/queries.ts';
import { deals } from '../../deals/tables.ts';
import { events } from '../../events/tables.ts';
import { incidents } from '../../incidents/tables.ts';
import { accessLinks, accessRequests, isWaiting } from '../../invitations/access/tables.ts';
import { batchRows, isUnaddressed } from '../../invitations/tables.ts';
import { awaitsDecision } from '../../knowledge/moderation.ts';
import { sosSummaries } from '../../knowledge/tables.ts';
import type { Queries } from '../../platform/database/db.ts';
import { memberRefColumns } from '../../profiles/members.ts';
import { certificationEvidence, profiles } from '../../profiles/tables.ts';
import { selectSos } from '../../sos/queries.ts';
import { sosRequests } from '../../sos/tables.ts';
import { isProposed } from '../incidents.ts';
import { unhelped } from '../sos.ts';
import { isToReview } from '../summaries/changed-sources.ts';
import { sourceOf } from './sources.ts';

/** Nobody helps, and the waves are over. */
export const unhelpedSos = sourceOf({
  kind: 'unhelped',
  isForModerators: false,
  table: sosRequests,
  at: sosRequests.createdAt,
  id: sosRequests.id,
  due: () => unhelped,
  rows: selectSos,
  show: ({ sos, author }) => ({ id: sos.id, at: sos.createdAt, title: sos.title, note: memberName(author) }),
});

export const proposedIncidents = sourceOf({
  kind: 'incident',
  isForModerators: false,
  table: incidents,
  at: incidents.proposedAt,
  id: incidents.id,
  due: () => isProposed,
  rows: (queries) => queries.select().from(incidents).$dynamic(),
  show: ({ id, proposedAt, tool }) => ({
    id,
    at: proposedAt,
    title: toolLabel(tool),
    note: 'Proposée par plusieurs SOS',
  }),
});

const contact = {
  isForModerators: true,
  table: contactMessages,
  at: contactMessages.createdAt,
  id: contactMessages.id,
  rows: (queries: Queries) => queries.select().from(contactMessages).$dynamic(),
};

/** Requests wait until they are resolved, and show the legal date of the answer. */
export const rightRequests = sourceOf({
  ...contact,
  kind: 'right',
  due: () => and(isNotNull(contactMessages.right), ne(contactMessages.status, 'resolved')),
  show: ({ id, createdAt, right, name }) => ({
    id,
    at: createdAt,
    title: optionLabel(DATA_RIGHTS, right ?? ''),
    note: name,
    dueAt: rightDueAt(createdAt),
  }),
});

export const accessRequestsToDecide = sourceOf({
  kind: 'access',
  isForModerators: false,
  table: accessRequests,
  at: accessRequests.createdAt,
  id: accessRequests.id,
  due: () => isWaiting,
  rows: (queries) =>
    queries
      .select({
        request: accessRequests,
        groupName: accessLinks.groupName,
        isListed: sql<number>`exists (select 1 from ${batchRows} where ${batchRows.nameKey} = ${accessRequests.nameKey} and ${isUnaddressed})`,
      })
      .from(accessRequests)
      .innerJoin(accessLinks, eq(accessLinks.id, accessRequests.linkId))
      .$dynamic(),
  show: ({ request, groupName, isListed }) => ({
    id: request.id,
    at: request.createdAt,
    title: memberName(request),
    note: isListed ? `${groupName}, sur une liste de l’équipe` : groupName,
  }),
});

/** A proposal whose day has passed waits no longer. */
export const proposedEvents = sourceOf({
  kind: 'event',
  isForModerators: false,
  table: events,
  at: events.createdAt,
  id: events.id,
  due: (_viewer, now) => and(eq(events.status, 'proposed'), gt(events.startsAt, now)),
  rows: (queries) =>
    queries
      .select({ event: events, host: memberRefColumns })
      .from(events)
      .leftJoin(profiles, eq(profiles.userId, events.hostId))
      .$dynamic(),
  show: ({ event, host }) => ({
    id: event.id,
    at: event.createdAt,
    title: event.title,
    note: memberName(host),
  }),
});

/** A silent lead waits too: the team may look for another one. */
export const dealsToRead = sourceOf({
  kind: 'deal',
  isForModerators: false,
  table: deals,
  at: deals.updatedAt,
  id: deals.id,
  due: () => waitsForTeam,
  rows: (queries) =>
    queries
      .select({ deal: deals, member: memberRefColumns })
      .from(deals)
      .leftJoin(profiles, eq(profiles.userId, sql`coalesce(${deals.leadId}, ${deals.authorId})`))
      .$dynamic(),
  show: ({ deal: { id, status, title, updatedAt }, member }) => ({
    id,
    at: updatedAt,
    title,
    note: `${status === 'proposed' ? 'Idée' : status === 'offered' ? 'Offre' : 'Sans nouvelles'}, ${memberName(member)}`,
  }),
});

export const contactWithoutAnswer = sourceOf({
  ...contact,
  kind: 'contact',
  due: () => and(eq(contactMessages.status, 'pending'), isNull(contactMessages.right)),
  show: ({ id, createdAt, subject, name }) => ({
    id,
    at: createdAt,
    title: excerpt(subject, CONTACT_EXCERPT_MAX),
    note: name,
  }),
});

export const summariesToRead = sourceOf({
  kind: 'summary',
  isForModerators: true,
  table: sosSummaries,
  at: sosSummaries.createdAt,
  id: sosSummaries.id,
  due: () => awaitsDecision,
  rows: (queries) =>
    queries
      .select({
        id: sosSummaries.id,
        at: sosSummaries.createdAt,
        title: sosSummaries.title,
        category: sosSummaries.category,
      })
      .from(sosSummaries)
      .$dynamic(),
  show: ({ category, ...row }) => ({ ...row, note: optionLabel(SOS_CATEGORIES, category) }),
});

/** An article is flagged since its solution failed, else since its last change. */
const flaggedAt = sql<number>`ifnull(${sosSummaries.reviewSince}, ${sosSummaries.updatedAt})`;

export const flaggedArticles = sourceOf({
  kind: 'article',
  isForModerators: true,
  table: sosSummaries,
  at: flaggedAt,
  id: sosSummaries.id,
  due: () => isToReview,
  rows: (queries) =>
    queries
      .select({
        id: sosSummaries.id,
        at: flaggedAt,
        title: sosSummaries.title,
        reviewSince: sosSummaries.reviewSince,
      })
      .from(sosSummaries)
      .$dynamic(),
  show: ({ reviewSince, ...row }) => ({
    ...row,
    note: reviewSince === null ? 'Des messages ont changé' : 'N’a pas tenu',
  }),
});

/** Sent evidence and missed deadlines are listed. */
export const evidenceToExamine = sourceOf({
  kind: 'evidence',
  isForModerators: false,
  table: certificationEvidence,
  at: certificationEvidence.waitsFrom,
  id: certificationEvidence.userId,
  due: (_viewer, now) => lte(certificationEvidence.waitsFrom, now),
  rows: (queries) =>
    queries
      .select({ evidence: certificationEvidence, member: memberRefColumns })
      .from(certificationEvidence)
      .innerJoin(profiles, eq(profiles.userId, certificationEvidence.userId))
      .$dynamic(),
  show: ({ evidence, member }) => ({
    id: evidence.userId,
    at: evidence.waitsFrom,
    title: `Certification\u00a0: ${memberName(member)}`,
    note: evidence.sentAt === null ? 'Rien n’a été envoyé à temps' : 'Justificatif envoyé',
  }),
});
