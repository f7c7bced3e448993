import { randomUUID } from 'node:crypto';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import {
  denyInvitationRenewal,
  denyInvitationUse,
  denyInvite,
  INVITATION_DAYS,
  type Invitation,
  type InvitationStatus,
  type Invitations,
  invitationsLeft,
} from '@guilde/contracts/invitations/rules.ts';
import { type MemberRef, memberName } from '@guilde/contracts/profiles/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, desc, eq, gt, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { recordAct } from '../platform/audit.ts';
import { iso, isoOrNull } from '../platform/clock.ts';
import { preparedQuery, type Queries, type Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { hashToken } from '../platform/secrets.ts';
import { bouncedAmong } from '../platform/services/bounces.ts';
import { queueMail } from '../platform/services/mail.ts';
import { consumeMailQuota } from '../platform/services/sent-mails.ts';
import { memberRefs } from '../profiles/members.ts';
import { invitationMail } from './mails.ts';
import { objectionLink, requireNoObjection } from './objections.ts';
import { invitations } from './tables.ts';
import { copiedLink, givenToken, invitationToken, mailedLink } from './tokens.ts';

type Row = typeof invitations.$inferSelect;

type InviteDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'config' | 'jobs' | 'live'>;

/** These mails have a limit of their own, so that taking an invitation back allows no further mail. */
const MAIL_REFUSALS = { mailbox: 'INVITATION_MAILS_RECEIVED', cause: 'INVITATION_MAILS_SENT' } as const;

export const INVITATION_MS = INVITATION_DAYS * 86_400_000;

export async function listInvitations(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<Invitations> {
  const now = clock.now();
  const rows = await db.orm
    .select()
    .from(invitations)
    .where(isOwn(viewer.id))
    .orderBy(desc(invitations.createdAt));
  return {
    left: await countLeft(db.orm, viewer.id, now),
    invitations: await shownInvitations(db.orm, rows, now),
  };
}

/** Invitations of a list or by an access link are the team's, and cost and earn no places. */
function isOwn(memberId: string | Placeholder): SQL | undefined {
  const { inviterId, batchId, accessLinkId } = invitations;
  return and(eq(inviterId, memberId), isNull(batchId), isNull(accessLinkId));
}

const countsOf = preparedQuery((queries) =>
  queries
    .select({
      accepted: sql<number>`count(${invitations.acceptedAt})`,
      completed: sql<number>`count(${invitations.completedAt})`,
      pending: sql<number>`count(case when ${invitations.status} = 'pending' and ${invitations.expiresAt} > ${sql.placeholder('now')} then 1 end)`,
    })
    .from(invitations)
    .where(isOwn(sql.placeholder('memberId')))
    .prepare(),
);

/** `now` is in milliseconds. */
export async function countLeft(queries: Queries, memberId: string, now: number): Promise<number> {
  const [counts] = await countsOf(queries).all({ memberId, now });
  return invitationsLeft(counts ?? { accepted: 0, completed: 0, pending: 0 });
}

/** One transaction counts and inserts, so that simultaneous requests cannot exceed the limit. */
export function invite(deps: InviteDeps, viewer: Viewer, email: string): Promise<Invitation> {
  const { db, clock, secrets, live } = deps;
  const now = clock.now();
  const id = randomUUID();
  return db.write(async (tx) => {
    const inviter = (await memberRefs(tx.orm, [viewer.id])).get(viewer.id);
    if (!inviter) throw new AppError('NOT_FOUND');
    // It precedes the count, so that repeating the last invitation says that it exists.
    await requireInvitableAddress(live, tx, email, now);
    refuseIf(denyInvite({ isCertified: inviter.isCertified, left: await countLeft(tx.orm, viewer.id, now) }));
    const tokenHash = hashToken(invitationToken(secrets, id));
    const values = {
      id,
      inviterId: viewer.id,
      email,
      tokenHash,
      vouchedAt: now,
      createdAt: now,
      expiresAt: now + INVITATION_MS,
    };
    const [row] = await tx.orm.insert(invitations).values(values).onConflictDoNothing().returning();
    if (!row) throw new AppError('INVITATION_PENDING');
    return mailInvitation(deps, tx, { row: { ...row, email }, inviter, now });
  });
}

async function mailInvitation(
  deps: InviteDeps,
  tx: Tx,
  { row, inviter, now }: { row: Row & { email: string }; inviter: MemberRef; now: number },
): Promise<Invitation> {
  const { email: to, expiresAt } = row;
  const exhausted = await consumeMailQuota(tx, 'invitation', { to, causedBy: inviter.id, now });
  if (exhausted) throw new AppError(MAIL_REFUSALS[exhausted]);
  const links = { link: mailedLink(deps, row.id), objection: objectionLink(deps, to) };
  await queueMail(deps, tx, invitationMail({ to, inviter, ...links, expiresAt }));
  tx.afterCommit(() => deps.live.publish([inviter.id], { type: 'invitations.changed' }));
  const [invitation] = await shownInvitations(tx.orm, [row], now);
  if (!invitation) throw new Error('An invitation that was stored is not shown');
  return invitation;
}

export async function copyInvitationLink(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'config'>,
  viewer: Viewer,
  invitationId: string,
): Promise<{ url: string }> {
  const row = await invitationFor(deps.db.orm, viewer, invitationId);
  refuseIf(denyInvitationUse({ status: statusOf(row, deps.clock.now()) }));
  return { url: copiedLink(deps, givenToken(deps.secrets, row) ?? (await renewToken(deps, invitationId))) };
}

/** The secret of the pending invitation is no longer accepted. */
async function renewToken({ db, secrets }: Pick<Deps, 'db' | 'secrets'>, invitationId: string) {
  const token = invitationToken(secrets, invitationId);
  await db.write((tx) =>
    tx.orm
      .update(invitations)
      .set({ tokenHash: hashToken(token) })
      .where(and(eq(invitations.id, invitationId), eq(invitations.status, 'pending'))),
  );
  return token;
}

/**
 * Sends a pending or expired invitation again, for seven new days; the link of the first mail stays good.
 * An expired one takes a place again.
 */
export function renewInvitation(deps: InviteDeps, viewer: Viewer, invitationId: string): Promise<Invitation> {
  const { db, clock, secrets } = deps;
  const now = clock.now();
  return db.write(async (tx) => {
    const row = await invitationFor(tx.orm, viewer, invitationId);
    const status = statusOf(row, now);
    refuseIf(denyInvitationRenewal({ status }));
    const { email } = row;
    const inviter = (await memberRefs(tx.orm, [viewer.id])).get(viewer.id);
    if (!inviter || email === null) throw new AppError('NOT_FOUND');
    const left = status === 'expired' ? await countLeft(tx.orm, viewer.id, now) : 1;
    refuseIf(denyInvite({ isCertified: inviter.isCertified, left }));
    await requireOutsider(tx, email);
    // Only a changed secret of the server makes another link.
    const tokenHash = hashToken(givenToken(secrets, row) ?? invitationToken(secrets, row.id));
    const renewed = { ...row, tokenHash, expiresAt: now + INVITATION_MS };
    await tx.orm
      .update(invitations)
      .set({ tokenHash, expiresAt: renewed.expiresAt })
      .where(and(eq(invitations.id, row.id), eq(invitations.status, 'pending')));
    return mailInvitation(deps, tx, { row: { ...renewed, email }, inviter, now });
  });
}

export function deleteInvitation(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'secrets'>,
  viewer: Viewer,
  invitationId: string,
): Promise<void> {
  const { db, clock, live } = deps;
  const now = clock.now();
  return db.write(async (tx) => {
    const row = await invitationFor(tx.orm, viewer, invitationId);
    refuseIf(denyInvitationUse({ status: statusOf(row, now) }));
    await tx.orm
      .delete(invitations)
      .where(
        and(
          eq(invitations.id, invitationId),
          eq(invitations.status, 'pending'),
          gt(invitations.expiresAt, now),
        ),
      );
    const actor = { id: viewer.id, name: memberName((await memberRefs(tx.orm, [viewer.id])).get(viewer.id)) };
    const subject = { type: 'invitation', id: invitationId, label: masked(row.email ?? '') };
    await recordAct(tx, deps, actor, { action: 'invitation.delete', subject });
    tx.afterCommit(() => live.publish([viewer.id], { type: 'invitations.changed' }));
  });
}

/** @throws NOT_FOUND, also for an invitation of somebody else. */
async function invitationFor(queries: Queries, viewer: Viewer, invitationId: string): Promise<Row> {
  const [row] = await queries
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, invitationId), isOwn(viewer.id)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** An expired invitation is deleted. Throws INVITEE_IS_MEMBER, INVITEE_OBJECTED, INVITATION_PENDING. */
export async function requireInvitableAddress(
  live: Deps['live'],
  tx: Tx,
  email: string,
  now: number,
): Promise<void> {
  await requireOutsider(tx, email);
  const isPending = and(eq(invitations.email, email), eq(invitations.status, 'pending'));
  const [pending] = await tx.orm.select().from(invitations).where(isPending);
  if (!pending) return;
  if (pending.expiresAt > now) throw new AppError('INVITATION_PENDING');
  await tx.orm.delete(invitations).where(eq(invitations.id, pending.id));
  const { inviterId } = pending;
  if (inviterId) tx.afterCommit(() => live.publish([inviterId], { type: 'invitations.changed' }));
}

async function requireOutsider(tx: Tx, email: string): Promise<void> {
  const [member] = await tx.orm.select({ id: members.id }).from(members).where(eq(members.email, email));
  if (member) throw new AppError('INVITEE_IS_MEMBER');
  await requireNoObjection(tx, email);
}

/** The result is « c…@exemple.fr »: an address of who is no member is not for others. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

async function shownInvitations(queries: Queries, rows: Row[], now: number): Promise<Invitation[]> {
  const bounced = await bouncedInvitations(queries, rows);
  return rows.map((row) => toInvitation(row, now, bounced.has(row.id)));
}

/** Returns ids. Whether mails to a member come back is no matter of the sponsor. */
export async function bouncedInvitations(queries: Queries, rows: Row[]): Promise<Set<string>> {
  const waiting = rows.flatMap(({ id, status, email }) =>
    status === 'pending' && email ? [{ id, email }] : [],
  );
  const bounced = await bouncedAmong(
    queries,
    waiting.map(({ email }) => email),
  );
  return new Set(waiting.flatMap(({ id, email }) => (bounced.has(email) ? [id] : [])));
}

/** The sponsor's list shows at once that mails to the address come back, or no longer do. */
export async function announceBounceChange(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  email: string,
): Promise<void> {
  const rows = await tx.orm
    .select({ inviterId: invitations.inviterId })
    .from(invitations)
    .where(and(eq(invitations.email, email), eq(invitations.status, 'pending')));
  const inviters = rows.flatMap(({ inviterId }) => inviterId ?? []);
  tx.afterCommit(() => live.publish(inviters, { type: 'invitations.changed' }));
}

function toInvitation(row: Row, now: number, isBounced: boolean): Invitation {
  return {
    id: row.id,
    email: row.email,
    status: statusOf(row, now),
    isBounced,
    createdAt: iso(row.createdAt),
    expiresAt: iso(row.expiresAt),
    acceptedAt: isoOrNull(row.acceptedAt),
    completedAt: isoOrNull(row.completedAt),
  };
}

function statusOf({ status, expiresAt }: Pick<Row, 'status' | 'expiresAt'>, now: number): InvitationStatus {
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}
