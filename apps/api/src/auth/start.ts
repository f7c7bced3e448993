import { lt } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import type { AuthDeps } from './better-auth.ts';
import { purgeCodes } from './codes.ts';
import { sendConfirmation } from './confirmation.ts';
import { purgeEmailChanges } from './email-change/email-change.ts';
import { purgeChallenges } from './passkeys/challenges.ts';
import { sendReset } from './reset.ts';
import { purgePendingSignIns } from './second-factor/entry.ts';
import { renewSecretKeys } from './second-factor/factor.ts';
import { purgeSecurityLog } from './security-log.ts';
import { sessionEnds } from './sessions.ts';
import { sessions, verifications } from './tables.ts';

const PURGE_EVERY_MS = 3_600_000;
/** Kept for a day, so that an expired code or link is not called invalid. */
const EXPIRED_KEPT_MS = 86_400_000;
/** These jobs contain an address. */
const PERSONAL = { personal: true };

export function startAuth(deps: AuthDeps): void {
  const { jobs, live } = deps;
  jobs.handle('auth.reset-request', (asked) => sendReset(deps, asked), PERSONAL);
  jobs.handle('auth.confirmation-request', ({ email }) => sendConfirmation(deps, email), PERSONAL);
  jobs.every('auth.purge', PURGE_EVERY_MS, () => purgeExpired(deps));
  // While the secret is changed; then there is nothing to do.
  jobs.every('auth.second-factor-keys', PURGE_EVERY_MS, () => renewSecretKeys(deps));
  live.onSessionCheck(sessionEnds(deps));
}

export async function purgeExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.orm.delete(sessions).where(lt(sessions.expiresAt, new Date(now)));
  await purgeCodes({ db }, now - EXPIRED_KEPT_MS);
  await purgePendingSignIns({ db }, now);
  await purgeEmailChanges({ db }, now);
  await purgeChallenges({ db }, now);
  await db.orm.delete(verifications).where(lt(verifications.expiresAt, new Date(now - EXPIRED_KEPT_MS)));
  await purgeSecurityLog({ db, clock });
}
