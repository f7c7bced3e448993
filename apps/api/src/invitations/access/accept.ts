import { randomUUID } from 'node:crypto';
import { AppError } from '@guilde/contracts/errors.ts';
import type { MemberRef } from '@guilde/contracts/profiles/rules.ts';
import { and, inArray, isNull } from 'drizzle-orm';
import { members } from '../../auth/tables.ts';
import type { Queries, Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashToken } from '../../platform/secrets.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { consumeMailQuota } from '../../platform/services/sent-mails.ts';
import { memberRefs } from '../../profiles/members.ts';
import { INVITATION_MS, requireInvitableAddress } from '../invitations.ts';
import { invitationMail } from '../mails.ts';
import { objectionLink } from '../objections.ts';
import { invitations } from '../tables.ts';
import { invitationToken, mailedLink } from '../tokens.ts';
import type { accessRequests } from './tables.ts';

type InviteDeps = Pick<Deps, 'clock' | 'secrets' | 'config' | 'jobs' | 'live'>;

/**
 * Invites whoever asked by a link, as an ordinary invitation that takes no place. Throws NOT_CERTIFIED,
 * INVITEE_IS_MEMBER, INVITEE_OBJECTED, INVITATION_PENDING, INVITATION_MAILS_RECEIVED.
 */
export async function inviteByLink(
  tx: Tx,
  deps: InviteDeps,
  {
    email,
    request: { firstName, lastName, storeUrl },
    link,
    acceptedBy,
  }: {
    email: string;
    request: Pick<typeof accessRequests.$inferSelect, 'firstName' | 'lastName' | 'storeUrl'>;
    link: { id: string; makerId: string | null };
    acceptedBy: string;
  },
): Promise<void> {
  const now = deps.clock.now();
  await requireInvitableAddress(deps.live, tx, email, now);
  const inviter = await sponsorAmong(tx.orm, [link.makerId ?? acceptedBy, acceptedBy]);
  const id = randomUUID();
  const expiresAt = now + INVITATION_MS;
  await tx.orm.insert(invitations).values({
    ...{ id, email, expiresAt, inviterId: inviter.id, accessLinkId: link.id, createdAt: now },
    known: { firstName, lastName, storeUrl, storeName: '', cms: '', sector: '' },
    // Who made the link knows the group, and does not vouch for each of its members.
    vouchedAt: inviter.id === acceptedBy ? now : null,
    tokenHash: hashToken(invitationToken(deps.secrets, id)),
  });
  if (await consumeMailQuota(tx, 'invitation', { to: email, now }))
    throw new AppError('INVITATION_MAILS_RECEIVED');
  const links = { link: mailedLink(deps, id), objection: objectionLink(deps, email) };
  await queueMail(deps, tx, invitationMail({ to: email, inviter, ...links, expiresAt, wasAskedFor: true }));
}

/** Whoever made the link may have left the role or the community; then whoever accepts is the sponsor. */
async function sponsorAmong(queries: Queries, ids: [string, string]): Promise<MemberRef> {
  const present = await queries
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.id, ids), isNull(members.suspendedAt)));
  const refs = await memberRefs(
    queries,
    present.map(({ id }) => id),
  );
  const sponsor = ids.flatMap((id) => refs.get(id) ?? []).find(({ isCertified }) => isCertified);
  if (!sponsor) throw new AppError('NOT_CERTIFIED');
  return sponsor;
}
