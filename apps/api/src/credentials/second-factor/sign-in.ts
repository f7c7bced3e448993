import { AppError } from '@guilde/contracts/errors.ts';
import { and, eq, gt, sql } from 'drizzle-orm';
import { pendingIdIn, secondFactorOf } from '../../auth/entry.ts';
import { type Caller, knownDevice } from '../../auth/known-devices.ts';
import { recordingRefusals } from '../../auth/security-log.ts';
import { refuseSuspended } from '../../auth/suspension.ts';
import { members, pendingSignIns } from '../../auth/tables.ts';
import type { Tx } from '../../platform/database/db.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { consumeMailQuota } from '../../platform/services/sent-mails.ts';
import { codesGuessedMail, recoveryCodeUsedMail } from '../mails.ts';
import { type CredentialDeps, openProvenSession } from '../proof.ts';
import { checkCode } from './attempts.ts';
import { consumeProof, type Proof } from './factor.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';

/**
 * Returns the session's token. Throws CODE_INCORRECT, SECOND_FACTOR_EXPIRED (also after five wrong codes),
 * MEMBER_SUSPENDED, RATE_LIMITED, TOO_BUSY.
 */
export async function finishSignIn(deps: CredentialDeps, code: string, caller: Caller): Promise<string> {
  const pending = await pendingOf(deps, caller);
  const account = { id: pending.userId };
  const attempt = { kind: 'second-factor.refused', account, source: caller.source } as const;
  return recordingRefusals(deps, attempt, async () => {
    const own = await knownDevice(deps, pending.email, caller.cookies);
    const proof = await provenBy(deps, pending, code, own);
    return deps.db.write((tx) => storeEntry(tx, deps, pending, proof, caller, own === null));
  });
}

type Pending = { id: string; userId: string; email: string };

async function pendingOf({ config, db, clock }: CredentialDeps, { cookies }: Caller): Promise<Pending> {
  const [pending] = await db.orm
    .select({ id: pendingSignIns.id, userId: members.id, email: members.email })
    .from(pendingSignIns)
    .innerJoin(members, eq(members.id, pendingSignIns.userId))
    .where(
      and(eq(pendingSignIns.id, pendingIdIn(config, cookies)), gt(pendingSignIns.expiresAt, clock.now())),
    );
  if (!pending) throw new AppError('SECOND_FACTOR_EXPIRED');
  return pending;
}

/** The attempt is counted first, so that parallel ones cannot exceed the limit. */
async function provenBy(
  deps: CredentialDeps,
  pending: Pending,
  code: string,
  own: string | null,
): Promise<Proof> {
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

/** A person who guesses codes has the password, or the mailbox. */
async function warnOwner(tx: Tx, deps: CredentialDeps, { id, email }: Pending): Promise<void> {
  await tx.orm.delete(pendingSignIns).where(eq(pendingSignIns.id, id));
  const exhausted = await consumeMailQuota(tx, 'second-factor', { to: email, now: deps.clock.now() });
  if (!exhausted) await queueMail(deps, tx, codesGuessedMail(email));
}

async function storeEntry(
  tx: Tx,
  deps: CredentialDeps,
  { id, userId, email }: Pending,
  proof: Proof,
  caller: Caller,
  isNewDevice: boolean,
): Promise<string> {
  const [used] = await tx.orm
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.id, id))
    .returning({ id: pendingSignIns.id });
  if (!used) throw new AppError('SECOND_FACTOR_EXPIRED');
  await consumeProof(tx, userId, proof);
  const [member] = await tx.orm.select().from(members).where(eq(members.id, userId));
  refuseSuspended(deps.secrets, member);
  const isRecovery = 'codeHash' in proof;
  if (isRecovery)
    await queueMail(deps, tx, recoveryCodeUsedMail(email, await recoveryCodesLeft(tx.orm, userId)));
  return openProvenSession(tx, deps, {
    member: { id: userId, email },
    caller,
    isNew: isNewDevice && !isRecovery,
    reason: isRecovery ? 'RECOVERY_CODE' : 'TOTP',
  });
}
