import { randomBytes } from 'node:crypto';
import { AppError } from '@guilde/contracts/errors.ts';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Source } from '../../platform/http/http.ts';
import { hashToken } from '../../platform/secrets.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { consumeMailQuota } from '../../platform/services/sent-mails.ts';
import { cookieIn, cookieName, serializeCookie } from '../cookies.ts';
import { type Caller, knownDevice } from '../known-devices.ts';
import { tellNewDevice } from '../new-device.ts';
import { recordingRefusals, recordSecurity } from '../security-log.ts';
import { openSession } from '../sessions.ts';
import { refuseSuspended } from '../suspension.ts';
import { members, pendingSignIns } from '../tables.ts';
import { checkCode } from './attempts.ts';
import { consumeProof, type Proof, secondFactorOf } from './factor.ts';
import { codesGuessedMail, recoveryCodeUsedMail } from './mails.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';

const COOKIE = 'second_factor';
const PENDING_MINUTES = 10;
const ATTEMPTS = 5;

type EntryDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'secrets' | 'limits' | 'jobs' | 'log'>;

/** `token` for the cookie of the session, or of the sign-in that waits for the second factor. */
export type Entry = { opens: 'session' | 'second-factor'; token: string };

/** What every way in ends with, once its own proof is given. */
export async function enter(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
  userAgent: string,
): Promise<Entry> {
  if (await secondFactorOf(tx.orm, userId)) return askForSecondFactor(tx, { clock }, userId);
  return { opens: 'session', token: await openSession(tx, userId, userAgent, clock.now()) };
}

export async function askForSecondFactor(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
): Promise<Entry> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  await tx.orm.insert(pendingSignIns).values({
    id: hashToken(token),
    userId,
    attemptsLeft: ATTEMPTS,
    createdAt: now,
    expiresAt: now + PENDING_MINUTES * 60_000,
  });
  return { opens: 'second-factor', token };
}

export function pendingCookie(config: Deps['config'], token: string): string {
  return serializeCookie(config, COOKIE, token, token ? PENDING_MINUTES * 60 : 0);
}

/**
 * Returns the session's token. Codes: CODE_INCORRECT, SECOND_FACTOR_EXPIRED (also after five wrong codes),
 * MEMBER_SUSPENDED, RATE_LIMITED, TOO_BUSY.
 */
export async function finishSignIn(
  deps: EntryDeps,
  code: string,
  caller: Caller,
  source: Source,
): Promise<string> {
  const pending = await pendingOf(deps, caller);
  const attempt = { kind: 'second-factor.refused', account: { id: pending.userId }, source } as const;
  return recordingRefusals(deps, attempt, async () => {
    const own = await knownDevice(deps, pending.email, caller.cookies);
    const proof = await provenBy(deps, pending, code, own);
    const device = { isNew: own === null, userAgent: caller.userAgent };
    return deps.db.write((tx) => storeEntry(tx, deps, pending, proof, device, source));
  });
}

type Pending = { id: string; userId: string; email: string };

async function pendingOf({ config, db, clock }: EntryDeps, { cookies }: Caller): Promise<Pending> {
  const id = hashToken(cookieIn(cookies, cookieName(config, COOKIE)) ?? '');
  const [pending] = await db.orm
    .select({ id: pendingSignIns.id, userId: members.id, email: members.email })
    .from(pendingSignIns)
    .innerJoin(members, eq(members.id, pendingSignIns.userId))
    .where(and(eq(pendingSignIns.id, id), gt(pendingSignIns.expiresAt, clock.now())));
  if (!pending) throw new AppError('SECOND_FACTOR_EXPIRED');
  return pending;
}

/** One conditional statement counts the attempt first, so that parallel ones cannot exceed the limit. */
async function provenBy(deps: EntryDeps, pending: Pending, code: string, own: string | null): Promise<Proof> {
  const { db } = deps;
  const factor = await secondFactorOf(db.orm, pending.userId);
  if (!factor) throw new AppError('SECOND_FACTOR_EXPIRED');
  const [counted] = await db.orm
    .update(pendingSignIns)
    .set({ attemptsLeft: sql`${pendingSignIns.attemptsLeft} - 1` })
    .where(and(eq(pendingSignIns.id, pending.id), gt(pendingSignIns.attemptsLeft, 0)))
    .returning({ left: pendingSignIns.attemptsLeft });
  if (!counted) throw new AppError('SECOND_FACTOR_EXPIRED');
  try {
    return await checkCode(deps, { userId: pending.userId, own }, factor, code);
  } catch (error) {
    if (counted.left === 0) await db.write((tx) => warnOwner(tx, deps, pending));
    throw error;
  }
}

/** Whoever guesses codes has the password, or the mailbox. */
async function warnOwner(tx: Tx, deps: EntryDeps, { id, email }: Pending): Promise<void> {
  await tx.orm.delete(pendingSignIns).where(eq(pendingSignIns.id, id));
  const exhausted = await consumeMailQuota(tx, 'second-factor', { to: email, now: deps.clock.now() });
  if (!exhausted) await queueMail(deps, tx, codesGuessedMail(email));
}

async function storeEntry(
  tx: Tx,
  deps: EntryDeps,
  { id, userId, email }: Pending,
  proof: Proof,
  { isNew, userAgent }: { isNew: boolean; userAgent: string },
  source: Source,
): Promise<string> {
  const [used] = await tx.orm
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.id, id))
    .returning({ id: pendingSignIns.id });
  if (!used) throw new AppError('SECOND_FACTOR_EXPIRED');
  if (!(await consumeProof(tx, userId, proof))) throw new AppError('CODE_INCORRECT');
  const [member] = await tx.orm.select().from(members).where(eq(members.id, userId));
  refuseSuspended(deps.secrets, member);
  const isRecovery = 'codeHash' in proof;
  if (isRecovery)
    await queueMail(deps, tx, recoveryCodeUsedMail(email, await recoveryCodesLeft(tx.orm, userId)));
  else if (isNew) await tellNewDevice(tx, deps, email, userAgent);
  const reason = isRecovery ? 'RECOVERY_CODE' : 'TOTP';
  await recordSecurity(tx, deps, { kind: 'sign-in', account: { id: userId }, source, reason });
  return openSession(tx, userId, userAgent, deps.clock.now(), true);
}
