import { memberName } from '@guilde/contracts/profiles.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { securityLogOf } from '../auth/security-log.ts';
import { listSessions } from '../auth/session-list.ts';
import { members } from '../auth/tables.ts';
import { contactMessagesOf } from '../contact/contact.ts';
import { conversations, messages, participants } from '../conversations/tables.ts';
import { currentAccount } from '../invitations/current-account.ts';
import { listInvitations } from '../invitations/invitations.ts';
import { openingsOf } from '../knowledge/suggestions.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { findAvatar } from '../profiles/avatars.ts';
import { ownProfile } from '../profiles/profile.ts';
import { profiles } from '../profiles/tables.ts';
import { sosRatings } from '../ratings/tables.ts';
import { reportsMadeBy } from '../reports/reports.ts';
import { settingsOf } from '../settings/settings.ts';
import { helpRequests, sosRequests, sosViews } from '../sos/tables.ts';
import { csv } from './csv.ts';
import { administrativeActsOf, decisionsAbout } from './decisions.ts';

type DataDeps = Pick<Deps, 'db' | 'clock' | 'storage'>;

const README = `Tes données personnelles sur Guilde

donnees.json    toutes tes données, à lire par un logiciel
messages.csv    tes messages, à ouvrir dans un tableur (heure de Paris)
photo.webp      ta photo de profil, si tu en as une
`;

/** All data of a member as a zip archive. */
export async function personalDataArchive(deps: DataDeps, viewer: Viewer): Promise<Uint8Array<ArrayBuffer>> {
  const written = await messagesOf(deps.db.orm, viewer.id);
  const data = { ...(await accountData(deps, viewer)), messages: written };
  const files: Zippable = {
    'lisez-moi.txt': strToU8(README),
    'donnees.json': strToU8(`${JSON.stringify(data, null, 2)}\n`),
    'messages.csv': strToU8(messagesCsv(written)),
  };
  const photo = await findAvatar(deps, data.profile.avatarLargeUrl?.split('/').at(-1) ?? '');
  if (photo) files['photo.webp'] = photo;
  return zipSync(files);
}

async function accountData(deps: DataDeps, viewer: Viewer) {
  const { orm } = deps.db;
  const account = await currentAccount(deps, viewer);
  const { invitations } = await listInvitations(deps, viewer);
  return {
    exportedAt: iso(deps.clock.now()),
    account: {
      id: viewer.id,
      email: account?.email,
      role: viewer.role,
      sponsor: account?.sponsor ? memberName(account.sponsor) : null,
      ...(await memberDates(orm, viewer.id)),
    },
    profile: await ownProfile(orm, viewer),
    settings: await settingsOf(orm, viewer.id),
    sessions: await listSessions(deps, viewer),
    invitations,
    sos: await sosOf(orm, viewer.id),
    helpRequestsSent: await helpRequestsSentBy(orm, viewer.id),
    helpRequestsReceived: await helpRequestsReceivedBy(orm, viewer.id),
    sosViewed: await viewsOf(orm, viewer.id),
    articlesOpened: await openingsOf(orm, viewer.id),
    conversations: await conversationsOf(orm, viewer.id),
    ratingsGiven: await ratingsGivenBy(orm, viewer.id),
    reportsMade: await reportsOf(orm, viewer.id),
    contactMessages: await contactMessagesOf(orm, viewer.id),
    ratingsReceived: await ratingsReceivedBy(orm, viewer.id),
    securityLog: await securityLogOf(orm, viewer.id),
    decisionsAboutYou: await decisionsAbout(orm, viewer.id),
    administrativeActs: await administrativeActsOf(orm, viewer.id),
  };
}

async function memberDates(queries: Queries, memberId: string) {
  const [member] = await queries.select().from(members).where(eq(members.id, memberId));
  return {
    emailConfirmed: member?.emailVerified ?? false,
    createdAt: member && iso(member.createdAt.getTime()),
  };
}

/** Without columns of the server and others' actions. */
const {
  position: _position,
  userId: _userId,
  searchText: _searchText,
  searchStems: _searchStems,
  feedRank: _feedRank,
  viewsCount: _viewsCount,
  responsesCount: _responsesCount,
  updatedAt: _updatedAt,
  closedBy: _closedBy,
  ...ownSosColumns
} = getTableColumns(sosRequests);

async function sosOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select(ownSosColumns)
    .from(sosRequests)
    .where(eq(sosRequests.userId, memberId))
    .orderBy(asc(sosRequests.position));
  return rows.map((row) => ({
    ...row,
    createdAt: iso(row.createdAt),
    resolvedAt: isoOrNull(row.resolvedAt),
    closedAt: isoOrNull(row.closedAt),
  }));
}

async function helpRequestsSentBy(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ sos: sosRequests.title, invited: profiles, at: helpRequests.createdAt })
    .from(sosRequests)
    .innerJoin(helpRequests, eq(helpRequests.sosId, sosRequests.id))
    .innerJoin(profiles, eq(profiles.userId, helpRequests.memberId))
    .where(eq(sosRequests.userId, memberId))
    .orderBy(asc(helpRequests.createdAt));
  return rows.map(({ sos, invited, at }) => ({ sos, member: memberName(invited), createdAt: iso(at) }));
}

/** The sender is others' data. */
async function helpRequestsReceivedBy(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ sos: sosRequests.title, at: helpRequests.createdAt })
    .from(helpRequests)
    .innerJoin(sosRequests, eq(sosRequests.id, helpRequests.sosId))
    .where(eq(helpRequests.memberId, memberId))
    .orderBy(asc(helpRequests.createdAt));
  return rows.map(({ sos, at }) => ({ sos, createdAt: iso(at) }));
}

async function viewsOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ title: sosRequests.title, viewedAt: sosViews.viewedAt })
    .from(sosViews)
    .innerJoin(sosRequests, eq(sosRequests.id, sosViews.sosId))
    .where(eq(sosViews.userId, memberId))
    .orderBy(asc(sosViews.viewedAt));
  return rows.map(({ title, viewedAt }) => ({ title, viewedAt: iso(viewedAt) }));
}

async function conversationsOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ title: sosRequests.title, seat: participants })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .innerJoin(sosRequests, eq(sosRequests.id, conversations.sosRequestId))
    .where(eq(participants.userId, memberId))
    .orderBy(asc(participants.joinedAt));
  return rows.map(({ title, seat }) => ({
    title,
    role: seat.role,
    joinedAt: iso(seat.joinedAt),
    leftAt: isoOrNull(seat.leftAt),
  }));
}

async function messagesOf(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ id: messages.id, sos: sosRequests.title, content: messages.content, at: messages.createdAt })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .innerJoin(sosRequests, eq(sosRequests.id, conversations.sosRequestId))
    .innerJoin(messages, and(eq(messages.conversationId, conversations.id), eq(messages.senderId, memberId)))
    .where(eq(participants.userId, memberId))
    .orderBy(asc(messages.createdAt));
  return rows
    .filter(({ content }) => content !== '')
    .map(({ at, ...message }) => ({ ...message, createdAt: iso(at) }));
}

async function ratingsGivenBy(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ rating: sosRatings, sos: sosRequests.title, rated: profiles })
    .from(sosRatings)
    .innerJoin(sosRequests, eq(sosRequests.id, sosRatings.sosRequestId))
    .innerJoin(profiles, eq(profiles.userId, sosRatings.ratedUserId))
    .where(eq(sosRatings.raterId, memberId))
    .orderBy(asc(sosRatings.createdAt));
  return rows.map(({ rating, sos, rated }) => ({ sos, member: memberName(rated), ...ratingData(rating) }));
}

/** Reports by others belong to them. */
async function reportsOf(queries: Queries, memberId: string) {
  const made = await reportsMadeBy(queries, memberId);
  return made.map(({ reported, ...report }) => ({ member: memberName(reported), ...report }));
}

/** The rater is others' data. */
async function ratingsReceivedBy(queries: Queries, memberId: string) {
  const rows = await queries
    .select({ rating: sosRatings, sos: sosRequests.title })
    .from(sosRatings)
    .innerJoin(sosRequests, eq(sosRequests.id, sosRatings.sosRequestId))
    .where(eq(sosRatings.ratedUserId, memberId))
    .orderBy(asc(sosRatings.createdAt));
  return rows.map(({ rating, sos }) => ({ sos, ...ratingData(rating) }));
}

function ratingData({ rating, comment, createdAt }: typeof sosRatings.$inferSelect) {
  return { rating, comment, createdAt: iso(createdAt) };
}

function messagesCsv(written: { sos: string; content: string; createdAt: string }[]): string {
  const date = new Intl.DateTimeFormat('fr-FR', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'Europe/Paris',
  });
  const rows = written.map(({ sos, content, createdAt }) => [
    date.format(Date.parse(createdAt)),
    sos,
    content,
  ]);
  return csv([['Date', 'SOS', 'Message'], ...rows]);
}
