import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { denyCertification } from '@guilde/contracts/profiles.ts';
import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { profiles } from './tables.ts';

/**
 * Gives the badge back or withdraws it, in the transaction of the act that journals and tells it; invitations that
 * wait stay valid. Codes: NOT_FOUND, CERTIFICATION_UNCHANGED.
 */
export async function setCertification(
  tx: Tx,
  { live }: Pick<Deps, 'live'>,
  userId: string,
  { certified }: { certified: boolean; reason: string },
): Promise<void> {
  const [row] = await tx.orm.select().from(profiles).where(eq(profiles.userId, userId));
  if (!row) throw new AppError('NOT_FOUND');
  refuseIf(denyCertification(row, certified));
  await tx.orm.update(profiles).set({ isCertified: certified }).where(eq(profiles.userId, userId));
  tx.afterCommit(() => live.publish([userId], { type: 'account.changed' }));
}
