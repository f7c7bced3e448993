import { AppError } from '@guilde/contracts/errors.ts';
import { eq } from 'drizzle-orm';
import { isoOrNull } from '../platform/clock.ts';
import type { Tx } from '../platform/database/db.ts';
import { invalidateCache } from '../platform/database/versioned-cache.ts';
import type { Secrets } from '../platform/secrets.ts';
import { members } from './tables.ts';

/** `until` is in milliseconds, or null when the team ends it. `decisionId` is the contestable decision. */
type Suspension = {
  at: number;
  by: string;
  reason: string;
  until: number | null;
  decisionId: string;
};

/** Null ends the suspension. The caller ends the sessions. */
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

/** The caller has proven to be the member. Throws MEMBER_SUSPENDED, with its end and contest token. */
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

/** The signed token contests one decision, also without a session (docs/adr/0038-cases.md). */
export function contestToken(secrets: Secrets, decisionId: string): string {
  return `${decisionId}.${secrets.sign(PURPOSE, decisionId)}`;
}

/** Returns null when it is forged. */
export function decisionIdIn(secrets: Secrets, token: string): string | null {
  const dot = token.indexOf('.');
  const decisionId = token.slice(0, Math.max(0, dot));
  return secrets.verify(PURPOSE, decisionId, token.slice(dot + 1)) ? decisionId : null;
}
