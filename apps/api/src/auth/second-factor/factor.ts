import { randomBytes } from 'node:crypto';
import type { SecondFactor } from '@guilde/contracts/auth/rules.ts';
import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { denyGraveAct, type Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gte, isNotNull, isNull, lt, ne } from 'drizzle-orm';
import { iso } from '../../platform/clock.ts';
import type { Queries, Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Secrets, UnknownKeyError } from '../../platform/secrets.ts';
import { hashWithSalt } from '../passwords.ts';
import { forgetProofs } from '../sessions.ts';
import { passkeys, recoveryCodes, secondFactors } from '../tables.ts';
import { consumeRecoveryCode, recoveryCodesLeft } from './recovery-codes.ts';
import { totpStep } from './totp.ts';

const PURPOSE = 'totp-secret';

export type Factor = typeof secondFactors.$inferSelect;

export async function secondFactorOf(queries: Queries, userId: string): Promise<Factor | null> {
  const [factor] = await queries
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.addedAt)));
  return factor ?? null;
}

export async function secondFactorState(queries: Queries, userId: string): Promise<SecondFactor> {
  const factor = await secondFactorOf(queries, userId);
  return {
    addedAt: factor?.addedAt ? iso(factor.addedAt) : null,
    recoveryCodesLeft: factor ? await recoveryCodesLeft(queries, userId) : 0,
    passkeys: await passkeysOf(queries, userId),
  };
}

function passkeysOf(queries: Queries, userId: string): Promise<number> {
  return queries.$count(passkeys, eq(passkeys.userId, userId));
}

export async function hasFactor(queries: Queries, userId: string): Promise<boolean> {
  return (await secondFactorOf(queries, userId)) !== null || (await passkeysOf(queries, userId)) > 0;
}

/**
 * Or a password would be enough to take over the account. A passkey alone is asked for from the team only: a member who has
 * lost it would be locked out (docs/adr/0035-passkeys-without-a-table-of-challenges.md#decision). Codes: PROOF_REQUIRED.
 */
export async function requireProofOfHolder(queries: Queries, viewer: Viewer, now: number): Promise<void> {
  const isAsked =
    viewer.role === 'member' ? await secondFactorOf(queries, viewer.id) : await hasFactor(queries, viewer.id);
  if (isAsked) refuseIf(denyGraveAct(viewer, now));
}

/** Of who takes an address back: whoever had changed it may have added some. `since` in milliseconds. */
export async function removeFactorsSince({ orm }: Tx, userId: string, since: number): Promise<void> {
  await orm.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
  await orm
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), gte(secondFactors.addedAt, since)));
  await orm
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), gte(recoveryCodes.madeAt, since)));
}

/** After the removal of one. */
export async function forgetProofsWithoutFactor(tx: Tx, userId: string): Promise<void> {
  if (!(await hasFactor(tx.orm, userId))) await forgetProofs(tx, userId);
}

/** Not yet asked for: `added_at` is set once a code has shown that the app has it. */
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

/** What a code proves, before it is used up: a step of the app, or the hash of a recovery code. */
export type Proof = { step: number } | { codeHash: string };

/** `code`: as `secondFactorInput` gives it. Null when it is wrong. Codes: TOO_BUSY. */
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

/** False when it was used before: of several at once, one succeeds. */
export function consumeProof(tx: Tx, userId: string, proof: Proof): Promise<boolean> {
  return 'step' in proof
    ? consumeStep(tx, userId, proof.step)
    : consumeRecoveryCode(tx, userId, proof.codeHash);
}

async function consumeStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const used = await tx.orm
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return used.length > 0;
}

/** Null when neither secret opens it: recovery codes work still (docs/security.md#the-second-factor). */
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

/** While the secret is changed: what only the previous one opens is encrypted with the present one. */
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
      await Promise.all(
        some.map(({ userId, secret, opened: plain }) =>
          tx.orm
            .update(secondFactors)
            .set({ secret: secrets.encrypt(PURPOSE, plain), keyId })
            .where(and(eq(secondFactors.userId, userId), eq(secondFactors.secret, secret))),
        ),
      );
    });
  }
}
