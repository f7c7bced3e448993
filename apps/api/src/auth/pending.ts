import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import { emailChanges, pendingSignIns, secondFactors, signInCodes, verifications } from './tables.ts';

/** Every act that secures an account calls it (docs/security.md#what-ends-when-an-account-is-secured). */
export async function endPending({ orm }: Tx, userId: string): Promise<void> {
  await orm.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
  await orm.delete(signInCodes).where(eq(signInCodes.userId, userId));
  await orm.delete(verifications).where(eq(verifications.value, userId));
  // A confirmed change stays: its link takes the address back.
  await orm
    .delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt)));
  await orm.delete(secondFactors).where(and(eq(secondFactors.userId, userId), isNull(secondFactors.addedAt)));
}

/** `identifier` has the hash of a secret of the requester. `now` is in milliseconds. */
export async function storePending(
  tx: Tx,
  { identifier, userId, validMs }: { identifier: string; userId: string; validMs: number },
  now: number,
): Promise<void> {
  const at = new Date(now);
  await tx.orm.insert(verifications).values({
    id: randomUUID(),
    identifier,
    value: userId,
    expiresAt: new Date(now + validMs),
    createdAt: at,
    updatedAt: at,
  });
}

/** One of two simultaneous uses succeeds. Resolves with false when it is unknown, used or too late. */
export async function consumePending(
  tx: Tx,
  { identifier, userId }: { identifier: string; userId: string },
  now: number,
): Promise<boolean> {
  const used = await tx.orm
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, identifier),
        eq(verifications.value, userId),
        gt(verifications.expiresAt, new Date(now)),
      ),
    )
    .returning({ id: verifications.id });
  return used.length > 0;
}
