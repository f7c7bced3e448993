import { AppError } from '@guilde/contracts/errors.ts';
import { eq } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import { countMail } from '../platform/sent-mails.ts';
import type { AuthDeps } from './better-auth.ts';
import { members } from './tables.ts';

/** Signs in with e-mail and password; returns the session’s token. Codes: CREDENTIALS_INVALID, EMAIL_NOT_CONFIRMED, MEMBER_SUSPENDED, RATE_LIMITED. */
export async function signIn(
  { auth, limits }: Pick<AuthDeps, 'auth' | 'limits'>,
  input: { email: string; password: string },
  { userAgent, address }: { userAgent: string; address: string },
): Promise<string> {
  await limits.consume('sign-in:attempt', `${address} ${input.email}`);
  await limits.consume('sign-in:email', input.email);
  const token = await auth.signIn(input.email, input.password, userAgent);
  await limits.forgive('sign-in:attempt', `${address} ${input.email}`);
  return token;
}

/**
 * Sends a sign-in code to an existing member.
 * Codes: CODE_UNKNOWN_EMAIL (the specification wants it said), EMAIL_NOT_CONFIRMED, CODE_MAILS_RECEIVED, RATE_LIMITED.
 */
export async function requestCode(
  { auth, db, limits, clock }: Pick<AuthDeps, 'auth' | 'db' | 'limits' | 'clock'>,
  email: string,
): Promise<void> {
  await limits.consume('code:email', email);
  const member = await memberWithEmail({ db }, email);
  if (!member) throw new AppError('CODE_UNKNOWN_EMAIL');
  // better-auth would drop the password of an account whose address nobody has confirmed.
  if (!member.emailVerified) throw new AppError('EMAIL_NOT_CONFIRMED');
  const exhausted = await db.write((tx) => countMail(tx, 'code', { to: email, now: clock.now() }));
  if (exhausted) throw new AppError('CODE_MAILS_RECEIVED');
  await auth.sendCode(email);
}

/** Signs in with a code; returns the session’s token. Codes: CODE_EXPIRED, CODE_INCORRECT, CODE_FAILED, MEMBER_SUSPENDED, RATE_LIMITED. */
export async function signInWithCode(
  { auth, limits }: Pick<AuthDeps, 'auth' | 'limits'>,
  input: { email: string; code: string },
  userAgent: string,
): Promise<string> {
  await limits.consume('code-check:email', input.email);
  const token = await auth.signInWithCode(input.email, input.code, userAgent);
  await limits.forgive('code-check:email', input.email);
  return token;
}

/** The account with this address (lower case), or undefined. */
export async function memberWithEmail({ db }: Pick<Deps, 'db'>, email: string) {
  const [member] = await db.orm
    .select({ id: members.id, emailVerified: members.emailVerified })
    .from(members)
    .where(eq(members.email, email));
  return member;
}
