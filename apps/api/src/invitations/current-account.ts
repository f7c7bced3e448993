import type { Account } from '@guilde/contracts/auth/rules.ts';
import { legalState } from '@guilde/contracts/information/legal.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import type { Deps } from '../platform/deps.ts';
import { memberRefColumns, memberRefs, toMemberRef } from '../profiles/members.ts';
import { certificationEvidence, profiles } from '../profiles/tables.ts';
import { batchRows, invitations } from './tables.ts';

export async function currentAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<Account | null> {
  const [row] = await db.orm
    .select({
      email: members.email,
      accepted: members.acceptedRevision,
      profile: memberRefColumns,
      inviterId: invitations.inviterId,
      known: batchRows.known,
      asked: invitations.known,
      evidenceAskedAt: certificationEvidence.askedAt,
      evidenceSentAt: certificationEvidence.sentAt,
    })
    .from(members)
    .innerJoin(profiles, eq(profiles.userId, members.id))
    .leftJoin(invitations, eq(invitations.invitedUserId, members.id))
    .leftJoin(batchRows, eq(batchRows.invitationId, invitations.id))
    .leftJoin(certificationEvidence, eq(certificationEvidence.userId, members.id))
    .where(eq(members.id, viewer.id));
  if (!row) return null;
  const { provenAt, termsAccepted: _, ...own } = viewer;
  const sponsors = await memberRefs(db.orm, row.inviterId ? [row.inviterId] : []);
  return {
    ...own,
    proven: provenAt !== null,
    email: row.email,
    toProve: row.evidenceAskedAt !== null && row.evidenceSentAt === null,
    legal: legalState(row.accepted, clock.now()),
    profile: row.profile.firstName ? toMemberRef(row.profile) : null,
    sponsor: sponsors.get(row.inviterId ?? '') ?? null,
    known: row.known ?? row.asked,
  };
}
