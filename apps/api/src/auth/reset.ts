import { createHash } from 'node:crypto';
import { AppError } from '@guilde/contracts/errors.ts';
import { eq } from 'drizzle-orm';
import type { Source } from '../platform/http/http.ts';
import { consumeMailQuota } from '../platform/services/sent-mails.ts';
import type { AuthDeps } from './better-auth.ts';
import { SECOND_FACTOR } from './limits.ts';
import { memberWithEmail } from './members.ts';
import { requireStrongPassword } from './password-strength.ts';
import { recordSecurity } from './security-log.ts';
import { endAccess } from './session-list.ts';
import { members, verifications } from './tables.ts';

/** Unknown addresses get no mail. An account gets ten a day from unknown devices. */
export async function sendReset(
  deps: Pick<AuthDeps, 'auth' | 'db' | 'clock'>,
  { email, known = false }: { email: string; known?: boolean },
): Promise<void> {
  const { auth, db, clock } = deps;
  if (!(await memberWithEmail(deps, email))) return;
  const isAllowed =
    known || !(await db.write((tx) => consumeMailQuota(tx, 'reset', { to: email, now: clock.now() })));
  if (isAllowed) await auth.sendReset(email);
}

/** Returns the member's id. Throws RESET_LINK_INVALID, RESET_LINK_EXPIRED. */
export async function checkReset(
  { db, clock }: Pick<AuthDeps, 'db' | 'clock'>,
  token: string,
): Promise<string> {
  const [link] = await db.orm
    .select()
    .from(verifications)
    .where(eq(verifications.identifier, identifierOf(token)));
  if (!link) throw new AppError('RESET_LINK_INVALID');
  if (link.expiresAt.getTime() < clock.now()) throw new AppError('RESET_LINK_EXPIRED');
  return link.value;
}

/** better-auth stores the link's token like this (`storeIdentifier: 'hashed'`). */
function identifierOf(token: string): string {
  return createHash('sha256').update(`reset-password:${token}`).digest('base64url');
}

/** The link works once, ends all sessions and confirms the address. */
export async function resetPassword(
  deps: Pick<AuthDeps, 'auth' | 'db' | 'clock' | 'limits' | 'live' | 'secrets' | 'log'>,
  { token, password }: { token: string; password: string },
  source: Source,
): Promise<void> {
  const userId = await checkReset(deps, token);
  await requireStrongPassword(deps.db.orm, { userId }, password);
  await deps.auth.resetPassword(token, password, async (tx) => {
    await tx.orm.update(members).set({ emailVerified: true }).where(eq(members.id, userId));
    await endAccess(tx, deps, userId);
    await recordSecurity(tx, deps, { kind: 'password.reset', account: { id: userId }, source });
  });
  // A person who guessed codes had the former password.
  await deps.limits.reset(SECOND_FACTOR.account, userId);
}
