import { INVITATION_KEPT_DAYS } from '@guilde/contracts/invitations.ts';
import { and, eq, lt } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import { invitations } from './tables.ts';

const DAY_MS = 86_400_000;
const EXPIRED_KEPT_MS = INVITATION_KEPT_DAYS * DAY_MS;

export function startInvitations(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  deps.jobs.every('invitations.purge', DAY_MS, () => purgeInvitations(deps));
}

/** Thirty days after expiry. */
export async function purgeInvitations({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.orm
    .delete(invitations)
    .where(and(eq(invitations.status, 'pending'), lt(invitations.expiresAt, clock.now() - EXPIRED_KEPT_MS)));
}
