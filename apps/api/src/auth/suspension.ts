import { AppError } from '@guilde/contracts/errors.ts';
import { eq } from 'drizzle-orm';
import { isoOrNull } from '../platform/clock.ts';
import type { Tx } from '../platform/database/db.ts';
import { invalidateCache } from '../platform/database/versioned-cache.ts';
import type { Secrets } from '../platform/secrets.ts';
import { members } from './tables.ts';

/** `until` in milliseconds; null: when the team ends it. `decisionId`: what can be contested. */
type Suspension = {
  at: number;
  by: string;
  reason: string;
  until: number | null;
  decisionId: string;
};

/** Null ends the suspension. The directory loses the member, or has them again; the caller ends the sessions. */
export async function storeSuspension(
  tx: Tx,
  memberId: string,
  suspension: Suspension | null,
): Promise<void> {
  await tx.orm
    .update(members)
    .set({
      suspendedAt: suspension?.at ?? null,
      suspendedBy: suspension?.by ?? '',
      suspensionReason: suspension?.reason ?? '',
      suspendedUntil: suspension?.until ?? null,
      suspensionId: suspension?.decisionId ?? null,
    })
    .where(eq(members.id, memberId));
  await invalidateCache(tx);
}

type Suspended = Pick<typeof members.$inferSelect, 'suspendedAt' | 'suspendedUntil' | 'suspensionId'>;

/** For whoever has proven to be the member. Codes: MEMBER_SUSPENDED, with its end and what contests it. */
export function refuseSuspended(secrets: Secrets, member: Suspended | undefined): void {
  if (member?.suspendedAt === null) return;
  throw new AppError('MEMBER_SUSPENDED', member ? refusalParams(secrets, member) : {});
}

function refusalParams(secrets: Secrets, member: Suspended): Record<string, string> {
  const until = isoOrNull(member.suspendedUntil);
  return {
    ...(until && { until }),
    ...(member.suspensionId && { contest: contestToken(secrets, member.suspensionId) }),
  };
}

const PURPOSE = 'contest';

/** Signed: it contests one decision, also without a session (docs/adr/0038-cases.md). */
export function contestToken(secrets: Secrets, decisionId: string): string {
  return `${decisionId}.${secrets.sign(PURPOSE, decisionId)}`;
}

/** Null when it is forged. */
export function decisionIdIn(secrets: Secrets, token: string): string | null {
  const dot = token.indexOf('.');
  const decisionId = token.slice(0, Math.max(0, dot));
  return secrets.verify(PURPOSE, decisionId, token.slice(dot + 1)) ? decisionId : null;
}
