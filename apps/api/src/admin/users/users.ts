import { type adminUsersQuery, userParams } from '@guilde/contracts/admin/input.ts';
import { adminUserDetailOutput } from '@guilde/contracts/admin/output.ts';
import type { AdminUser, AdminUserDetail, AdminUserPage } from '@guilde/contracts/admin/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { members, sessions, userRoles } from '../../auth/tables.ts';
import { messages, participants } from '../../conversations/tables.ts';
import { evidenceOf } from '../../evidence/evidence.ts';
import { invitations } from '../../invitations/tables.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { pageOf, readIdCursor } from '../../platform/paging.ts';
import { bouncedAmong } from '../../platform/services/bounces.ts';
import { toCertification } from '../../profiles/certification.ts';
import { avatarUrl, memberRefs, toMemberRef } from '../../profiles/members.ts';
import { profiles } from '../../profiles/tables.ts';
import { loweredRatings, memberStats } from '../../ratings/stats.ts';
import { cases, reports } from '../../reports/tables.ts';
import { sosRequests } from '../../sos/tables.ts';
import { notAbout } from '../cases/cases.ts';
import { seenReports } from '../reports.ts';
import { afterMember, matchingMembers, ORDERS } from './filters.ts';

/** `now` is in milliseconds. */
export async function listUsers(
  queries: Queries,
  viewer: Viewer,
  { cursor, limit, ...filters }: z.output<typeof adminUsersQuery>,
  now: number,
): Promise<AdminUserPage> {
  const matching = matchingMembers(queries, filters, now);
  const rows = await selectUsers(queries, viewer)
    .where(and(matching, cursor ? afterMember(filters.order, readIdCursor(cursor)) : undefined))
    .orderBy(...ORDERS[filters.order])
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ member }) => member.id);
  return {
    items: page.rows.map(toAdminUser),
    nextCursor: page.nextCursor,
    counts: await countUsers(queries, viewer, matching),
  };
}

function selectUsers(queries: Queries, viewer: Viewer) {
  return queries
    .select({
      member: members,
      profile: profiles,
      role: userRoles.role,
      pendingReports: queries.$count(reports, seenReports(viewer, { on: members.id, status: 'pending' })),
    })
    .from(members)
    .innerJoin(profiles, eq(profiles.userId, members.id))
    .leftJoin(userRoles, eq(userRoles.userId, members.id))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectUsers>>[number];

function toAdminUser({ member, profile, role, pendingReports }: Row): AdminUser {
  return {
    ...toMemberRef({ ...profile, id: member.id }),
    email: member.email,
    role: role ?? 'member',
    profileComplete: profile.completedAt !== null,
    suspendedAt: isoOrNull(member.suspendedAt),
    totalHelpCount: profile.totalHelpCount,
    lastSeenAt: isoOrNull(member.lastUsedAt),
    pendingReports,
    createdAt: iso(member.createdAt.getTime()),
  };
}

async function countUsers(
  queries: Queries,
  viewer: Viewer,
  matching: SQL | undefined,
): Promise<AdminUserPage['counts']> {
  const countRole = (role: 'moderator' | 'admin') => queries.$count(userRoles, eq(userRoles.role, role));
  const total = queries.$count(members);
  const [counts] = await queries
    .select({
      total,
      matched: matching ? sql<number>`${countMatching(queries, matching)}` : total,
      admins: countRole('admin'),
      moderators: countRole('moderator'),
      suspended: queries.$count(members, isNotNull(members.suspendedAt)),
      complete: queries.$count(profiles, isNotNull(profiles.completedAt)),
      pendingReports: queries.$count(reports, seenReports(viewer, { status: 'pending' })),
    })
    .from(members)
    .limit(1);
  if (!counts) throw new Error('The counts of accounts gave no row');
  const { complete, ...others } = counts;
  return { ...others, incomplete: others.total - complete };
}

function countMatching(queries: Queries, matching: SQL) {
  return queries
    .select({ count: count() })
    .from(members)
    .innerJoin(profiles, eq(profiles.userId, members.id))
    .leftJoin(userRoles, eq(userRoles.userId, members.id))
    .where(matching);
}

export async function userDetail(queries: Queries, viewer: Viewer, userId: string): Promise<AdminUserDetail> {
  const [row] = await selectUsers(queries, viewer).where(eq(members.id, userId));
  if (!row) throw new AppError('NOT_FOUND');
  const { member, profile } = row;
  const stats = profile.completedAt === null ? NO_RATINGS : await memberStats(queries, userId);
  return {
    ...toAdminUser(row),
    storeUrl: profile.storeUrl,
    cms: profile.cms,
    payments: profile.payments,
    carriers: profile.carriers,
    sector: profile.sector,
    monthlyOrders: profile.monthlyOrders,
    mainChannel: profile.mainChannel,
    specialties: profile.specialties,
    bio: profile.bio,
    avatarLargeUrl: avatarUrl(profile.avatarKey, 'large'),
    emailConfirmed: member.emailVerified,
    emailBouncedAt: (await bouncedAmong(queries, [member.email])).get(member.email) ?? null,
    ...(await sponsorOf(queries, userId)),
    sessions: await queries.$count(sessions, eq(sessions.userId, userId)),
    counts: await countsOf(queries, viewer, userId),
    openCaseId: await openCaseOf(queries, viewer, userId),
    averageRating: stats.averageRating,
    totalRatings: stats.totalRatings,
    lowered: await loweredRatings(queries, userId),
    certification: toCertification(profile),
    siren: profile.siren,
    evidence: await evidenceOf(queries, userId),
    suspension: suspensionOf(member),
  };
}

/** Acts on an account answer with its details. */
export const answersUser = {
  params: userParams,
  answer: adminUserDetailOutput,
  show: ({ db }: Deps, viewer: Viewer, { userId }: { userId: string }) => userDetail(db.orm, viewer, userId),
};

const NO_RATINGS = { averageRating: 0, totalRatings: 0 };

async function sponsorOf(queries: Queries, userId: string) {
  const [invitation] = await queries
    .select({ inviterId: invitations.inviterId, vouchedAt: invitations.vouchedAt })
    .from(invitations)
    .where(eq(invitations.invitedUserId, userId));
  const { inviterId, vouchedAt = null } = invitation ?? {};
  const sponsor = inviterId ? ((await memberRefs(queries, [inviterId])).get(inviterId) ?? null) : null;
  return { sponsor, vouchedAt: isoOrNull(vouchedAt) };
}

async function countsOf(
  queries: Queries,
  viewer: Viewer,
  userId: string,
): Promise<AdminUserDetail['counts']> {
  const written = queries
    .select({ count: count() })
    .from(participants)
    .innerJoin(messages, eq(messages.conversationId, participants.conversationId))
    .where(and(eq(participants.userId, userId), eq(messages.senderId, userId), eq(messages.kind, 'text')));
  const isAccepted = and(eq(invitations.inviterId, userId), isNotNull(invitations.acceptedAt));
  const [row] = await queries
    .select({
      sos: queries.$count(sosRequests, eq(sosRequests.userId, userId)),
      messages: sql<number>`${written}`,
      invited: queries.$count(invitations, isAccepted),
      reports: queries.$count(reports, seenReports(viewer, { on: members.id })),
    })
    .from(members)
    .where(eq(members.id, userId));
  return row ?? { sos: 0, messages: 0, invited: 0, reports: 0 };
}

/** Returns the case that waits longest; the reported must not learn of it. */
async function openCaseOf(queries: Queries, viewer: Viewer, userId: string): Promise<string | null> {
  const [open] = await queries
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.memberId, userId), isNull(cases.closedAt), notAbout(viewer)))
    .orderBy(asc(cases.openedAt))
    .limit(1);
  return open?.id ?? null;
}

function suspensionOf(member: typeof members.$inferSelect): AdminUserDetail['suspension'] {
  const { suspendedAt, suspendedBy: by, suspensionReason: reason, suspendedUntil } = member;
  return suspendedAt === null ? null : { by, at: iso(suspendedAt), reason, until: isoOrNull(suspendedUntil) };
}
