import { randomBytes } from 'node:crypto';
import type { SecondFactor } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { and, eq, gte, isNull, lt, ne } from 'drizzle-orm';
import { type Factor, secondFactorOf } from '../../auth/entry.ts';
import { hashWithSalt } from '../../auth/passwords.ts';
import { passkeys, recoveryCodes, secondFactors } from '../../auth/tables.ts';
import { iso } from '../../platform/clock.ts';
import type { Queries, Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Secrets, UnknownKeyError } from '../../platform/secrets.ts';
import { passkeyCount } from '../proof.ts';
import { consumeRecoveryCode, recoveryCodesLeft } from './recovery-codes.ts';
import { totpStep } from './totp.ts';

const PURPOSE = 'totp-secret';

export async function secondFactorState(queries: Queries, userId: string): Promise<SecondFactor> {
  const factor = await secondFactorOf(queries, userId);
  return {
    addedAt: factor?.addedAt ? iso(factor.addedAt) : null,
    recoveryCodesLeft: factor ? await recoveryCodesLeft(queries, userId) : 0,
    passkeys: await passkeyCount(queries, userId),
  };
}

/** A thief who changed the address may have added factors. `since` is in milliseconds. */
export async function removeFactorsSince({ orm }: Tx, userId: string, since: number): Promise<void> {
  await orm.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
  await orm
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), gte(secondFactors.addedAt, since)));
  await orm
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), gte(recoveryCodes.madeAt, since)));
}

/** The factor counts once `added_at` is set, after a first code. */
export async function storeSetUp(
  tx: Tx,
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  { userId, sessionId }: { userId: string; sessionId: string | null },
  secret: string,
): Promise<void> {
  const setUp = {
    sessionId,
    secret: secrets.encrypt(PURPOSE, secret),
    keyId: keyIdOf(secrets),
    salt: randomBytes(16).toString('base64url'),
    setUpAt: clock.now(),
  };
  const stored = await tx.orm
    .insert(secondFactors)
    .values({ userId, ...setUp })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: setUp,
      setWhere: isNull(secondFactors.addedAt),
    })
    .returning({ userId: secondFactors.userId });
  if (stored.length === 0) throw new AppError('SECOND_FACTOR_ACTIVE');
}

/** A code proves a step of the app, or the hash of a recovery code. */
export type Proof = { step: number } | { codeHash: string };

/** `code` comes from `secondFactorInput`. Resolves with null when it is wrong. Throws TOO_BUSY. */
export async function proofOf(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  factor: Pick<Factor, 'secret' | 'salt'>,
  code: string,
): Promise<Proof | null> {
  if (isRecoveryCode(code)) return { codeHash: await hashWithSalt(code, factor.salt) };
  const secret = openSecret(secrets, factor);
  const step = secret && totpStep(secret, code, clock.now());
  return step ? { step } : null;
}

export function isRecoveryCode(code: string): boolean {
  return !/^\d{6}$/.test(code);
}

/** One of several simultaneous uses succeeds. Throws CODE_INCORRECT (used before). */
export async function consumeProof(tx: Tx, userId: string, proof: Proof): Promise<void> {
  const isFirstUse =
    'step' in proof
      ? await consumeStep(tx, userId, proof.step)
      : await consumeRecoveryCode(tx, userId, proof.codeHash);
  if (!isFirstUse) throw new AppError('CODE_INCORRECT');
}

async function consumeStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const used = await tx.orm
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return used.length > 0;
}

/**
 * Returns null when neither secret opens it: recovery codes still work (docs/security.md#the-second-factor).
 */
function openSecret(secrets: Secrets, { secret }: Pick<Factor, 'secret'>): string | null {
  try {
    return secrets.decrypt(PURPOSE, secret);
  } catch (error) {
    if (error instanceof UnknownKeyError) return null;
    throw error;
  }
}

function keyIdOf(secrets: Secrets): string {
  return secrets.derive(`${PURPOSE}-key`, 4);
}

const AT_ONCE = 100;

/** Keys that only the previous secret opens are encrypted with the present one. */
export async function renewSecretKeys({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<void> {
  const keyId = keyIdOf(secrets);
  const old = await db.orm.select().from(secondFactors).where(ne(secondFactors.keyId, keyId));
  const opened = old.flatMap((factor) => {
    const secret = openSecret(secrets, factor);
    return secret === null ? [] : [{ ...factor, opened: secret }];
  });
  for (let from = 0; from < opened.length; from += AT_ONCE) {
    const some = opened.slice(from, from + AT_ONCE);
    await db.write(async (tx) => {
      for (const { userId, secret, opened: plain } of some)
        await tx.orm
          .update(secondFactors)
          .set({ secret: secrets.encrypt(PURPOSE, plain), keyId })
          .where(and(eq(secondFactors.userId, userId), eq(secondFactors.secret, secret)));
    });
  }
}
