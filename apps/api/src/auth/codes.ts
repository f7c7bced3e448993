import { randomInt } from 'node:crypto';
import { CODE_LENGTH } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../platform/deps.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import { queueMail } from '../platform/services/mail.ts';
import { consumeMailQuota } from '../platform/services/sent-mails.ts';
import { cookieIn, cookieName, serializeCookie } from './cookies.ts';
import { type Entry, enter } from './entry.ts';
import { type Caller, knownDevice } from './known-devices.ts';
import { CODES } from './limits.ts';
import { CODE_MINUTES, codeMail } from './mails.ts';
import { memberWithEmail } from './members.ts';
import { refuseSuspended } from './suspension.ts';
import { members, signInCodes } from './tables.ts';

const COOKIE = 'code';
const PURPOSE = 'sign-in-code';
const ATTEMPTS = 5;
/** The limit applies while strangers request many codes (docs/security.md). */
const ATTEMPTS_WHEN_MANY = 2;

type CodeDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'secrets' | 'limits' | 'jobs'>;

/**
 * Returns the `Set-Cookie` of this browser. The code works nowhere else, so that nobody else can use up its
 * attempts. Throws CODE_UNKNOWN_EMAIL (docs/decisions.md#accounts), EMAIL_NOT_CONFIRMED, CODE_MAILS_RECEIVED,
 * RATE_LIMITED.
 */
export async function requestCode(deps: CodeDeps, email: string, caller: Caller): Promise<string> {
  const { config, db, clock, secrets } = deps;
  const device = await knownDevice(deps, email, caller.cookies);
  const isSlowed = await admitRequest(deps, email, caller, device);
  const member = await memberWithEmail(deps, email);
  if (!member) throw new AppError('CODE_UNKNOWN_EMAIL');
  if (!member.emailVerified) throw new AppError('EMAIL_NOT_CONFIRMED');
  const asked = newToken();
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
  await db.write(async (tx) => {
    const now = clock.now();
    if (!device && (await consumeMailQuota(tx, 'code', { to: email, now })))
      throw new AppError('CODE_MAILS_RECEIVED');
    await tx.orm.delete(signInCodes).where(eq(signInCodes.id, codeIdOf(deps, caller)));
    await tx.orm.insert(signInCodes).values({
      id: hashToken(asked),
      userId: member.id,
      codeHash: secrets.sign(PURPOSE, code),
      attemptsLeft: isSlowed ? ATTEMPTS_WHEN_MANY : ATTEMPTS,
      createdAt: now,
      expiresAt: now + CODE_MINUTES * 60_000,
    });
    await queueMail(deps, tx, codeMail(email, code));
  });
  return serializeCookie(config, COOKIE, asked, CODE_MINUTES * 60);
}

/** Resolves with true when the request was queued, because strangers make many. Throws RATE_LIMITED. */
async function admitRequest(
  { limits }: CodeDeps,
  email: string,
  caller: Caller,
  device: string | null,
): Promise<boolean> {
  if (device) {
    await limits.consume(CODES.device, device);
    return false;
  }
  const { address } = caller.source;
  await limits.consume(CODES.address, address);
  const rank = await limits.consume(CODES.attempt, `${address} ${email}`);
  return limits.throttle(CODES.account, email, rank);
}

/**
 * The attempt is counted first, so that parallel attempts cannot exceed the limit. Throws CODE_EXPIRED,
 * CODE_INCORRECT, CODE_FAILED (attempts used up), MEMBER_SUSPENDED, RATE_LIMITED.
 */
export async function signInWithCode(
  deps: CodeDeps,
  { email, code }: { email: string; code: string },
  caller: Caller,
): Promise<Entry> {
  const { db, clock, secrets, limits } = deps;
  if (!(await knownDevice(deps, email, caller.cookies)))
    await limits.consume(CODES.address, caller.source.address);
  const id = codeIdOf(deps, caller);
  const now = clock.now();
  const asked = await consumeAttempt(deps, id, email);
  if (asked.expiresAt <= now) throw new AppError('CODE_EXPIRED');
  if (!secrets.verify(PURPOSE, code, asked.codeHash)) throw new AppError('CODE_INCORRECT');
  return db.write(async (tx) => {
    const [used] = await tx.orm.delete(signInCodes).where(eq(signInCodes.id, id)).returning();
    if (!used) throw new AppError('CODE_INCORRECT');
    const [member] = await tx.orm.select().from(members).where(eq(members.id, used.userId));
    refuseSuspended(secrets, member);
    return enter(tx, deps, used.userId, caller.userAgent);
  });
}

/** @throws CODE_FAILED, and CODE_INCORRECT also when this browser has requested none for this account. */
async function consumeAttempt({ db }: Pick<Deps, 'db'>, id: string, email: string) {
  const owner = db.orm.select({ id: members.id }).from(members).where(eq(members.email, email));
  const isAsked = and(eq(signInCodes.id, id), inArray(signInCodes.userId, owner));
  const [asked] = await db.orm
    .update(signInCodes)
    .set({ attemptsLeft: sql`${signInCodes.attemptsLeft} - 1` })
    .where(and(isAsked, gt(signInCodes.attemptsLeft, 0)))
    .returning();
  if (asked) return asked;
  const [usedUp] = await db.orm.select({ id: signInCodes.id }).from(signInCodes).where(isAsked);
  throw new AppError(usedUp ? 'CODE_FAILED' : 'CODE_INCORRECT');
}

function codeIdOf({ config }: Pick<Deps, 'config'>, { cookies }: Caller): string {
  return hashToken(cookieIn(cookies, cookieName(config, COOKIE)) ?? '');
}
