import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { type Certification, denyCertification } from '@guilde/contracts/profiles/rules.ts';
import { eq } from 'drizzle-orm';
import { iso } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { publishMember } from './members.ts';
import { profiles } from './tables.ts';

/**
 * Pending invitations stay valid (docs/specification.md#certification).
 * @throws NOT_FOUND, CERTIFICATION_UNCHANGED
 */
export async function setCertification(
  tx: Tx,
  { clock, live }: Pick<Deps, 'clock' | 'live'>,
  userId: string,
  { certified, reason }: { certified: boolean; reason: string },
): Promise<void> {
  refuseIf(denyCertification(await certificationOf(tx.orm, userId), certified));
  await tx.orm
    .update(profiles)
    .set({
      isCertified: certified,
      certificationAt: clock.now(),
      certificationReason: reason,
      provenAt: null,
    })
    .where(eq(profiles.userId, userId));
  await publishMember(tx, { live }, userId);
}

type Stored = Pick<typeof profiles.$inferSelect, 'isCertified' | 'certificationAt' | 'certificationReason'>;

export function toCertification({
  isCertified,
  certificationAt,
  certificationReason,
}: Stored): Certification {
  return { isCertified, since: iso(certificationAt), reason: certificationReason };
}

/** @throws NOT_FOUND */
export async function certificationOf(queries: Queries, userId: string): Promise<Certification> {
  const [row] = await queries.select().from(profiles).where(eq(profiles.userId, userId));
  if (!row) throw new AppError('NOT_FOUND');
  return toCertification(row);
}
