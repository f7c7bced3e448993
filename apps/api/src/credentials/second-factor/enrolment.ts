import type { RecoveryCodes, SecondFactorSetup } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { deviceName } from '../../auth/devices.ts';
import { type Factor, secondFactorOf } from '../../auth/entry.ts';
import type { Caller } from '../../auth/known-devices.ts';
import { emailOf } from '../../auth/members.ts';
import { endPending } from '../../auth/pending.ts';
import { recordingRefusals, recordSecurity } from '../../auth/security-log.ts';
import { endAccess } from '../../auth/session-list.ts';
import { storeProof } from '../../auth/sessions.ts';
import { passkeys, secondFactors } from '../../auth/tables.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { secondFactorAddedMail, secondFactorRemovedMail } from '../mails.ts';
import {
  type CredentialDeps,
  forgetProofsWithoutFactor,
  requirePassword,
  storeGivenProof,
} from '../proof.ts';
import { checkCode } from './attempts.ts';
import { consumeProof, type Proof, storeSetUp } from './factor.ts';
import { newRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, totpAddress } from './totp.ts';

const SETUP_MS = 30 * 60_000;

/** The new key does not count yet. Throws PASSWORD_WRONG, SECOND_FACTOR_ACTIVE, RATE_LIMITED, TOO_BUSY. */
export async function setUpSecondFactor(
  deps: CredentialDeps,
  viewer: Viewer,
  password: string,
  caller: Caller,
): Promise<SecondFactorSetup> {
  await requirePassword(deps, viewer, password, caller);
  const secret = newTotpSecret();
  return deps.db.write(async (tx) => {
    await storeSetUp(tx, deps, { userId: viewer.id, sessionId: viewer.sessionId }, secret);
    return { secret, address: totpAddress(secret, await emailOf(tx.orm, viewer.id)) };
  });
}

/**
 * Other sessions end, because nobody has proven them. Throws CODE_INCORRECT, SECOND_FACTOR_SETUP_EXPIRED,
 * RATE_LIMITED, TOO_BUSY.
 */
export async function addSecondFactor(
  deps: CredentialDeps,
  viewer: Viewer,
  code: string,
  caller: Caller,
): Promise<RecoveryCodes> {
  const { db, clock } = deps;
  const isOwn = and(
    eq(secondFactors.userId, viewer.id),
    eq(secondFactors.sessionId, viewer.sessionId),
    isNull(secondFactors.addedAt),
    gt(secondFactors.setUpAt, clock.now() - SETUP_MS),
  );
  const [factor] = await db.orm.select().from(secondFactors).where(isOwn);
  if (!factor) throw new AppError('SECOND_FACTOR_SETUP_EXPIRED');
  const proof = await proven(deps, viewer, factor, code, caller);
  const { codes, hashes } = await newRecoveryCodes(factor.salt);
  await db.write(async (tx) => {
    const added = await tx.orm
      .update(secondFactors)
      .set({ addedAt: clock.now() })
      .where(and(isOwn, eq(secondFactors.secret, factor.secret)))
      .returning({ userId: secondFactors.userId });
    if (added.length === 0) throw new AppError('SECOND_FACTOR_SETUP_EXPIRED');
    await consumeProof(tx, viewer.id, proof);
    await storeProof(tx, viewer.sessionId, clock.now());
    await storeRecoveryCodes(tx, viewer.id, hashes, clock.now());
    await endAccess(tx, deps, viewer.id, { kept: viewer.sessionId });
    await recordSecurity(tx, deps, { kind: 'second-factor.added', account: viewer, source: caller.source });
    const email = await emailOf(tx.orm, viewer.id);
    await queueMail(deps, tx, secondFactorAddedMail(email, deviceName(caller.userAgent)));
  });
  return { codes };
}

/** The demo prints the key and needs no first code. `secret` is in base32. */
export async function giveSecondFactor(
  tx: Tx,
  deps: Pick<Deps, 'secrets' | 'clock'>,
  userId: string,
  secret: string,
): Promise<void> {
  await storeSetUp(tx, deps, { userId, sessionId: null }, secret);
  await tx.orm
    .update(secondFactors)
    .set({ addedAt: deps.clock.now() })
    .where(eq(secondFactors.userId, userId));
}

/** @throws CODE_INCORRECT, SECOND_FACTOR_INACTIVE, RATE_LIMITED, TOO_BUSY */
export async function proveAgain(
  deps: CredentialDeps,
  viewer: Viewer,
  code: string,
  caller: Caller,
): Promise<void> {
  const { proof } = await provenFactor(deps, viewer, code, caller);
  await deps.db.write(async (tx) => {
    await consumeProof(tx, viewer.id, proof);
    await storeGivenProof(tx, deps, viewer, caller);
  });
}

/** @throws CODE_INCORRECT, SECOND_FACTOR_INACTIVE, RATE_LIMITED, TOO_BUSY */
export async function renewRecoveryCodes(
  deps: CredentialDeps,
  viewer: Viewer,
  code: string,
  caller: Caller,
): Promise<RecoveryCodes> {
  const { factor, proof } = await provenFactor(deps, viewer, code, caller);
  const { codes, hashes } = await newRecoveryCodes(factor.salt);
  await deps.db.write(async (tx) => {
    await consumeProof(tx, viewer.id, proof);
    await storeRecoveryCodes(tx, viewer.id, hashes, deps.clock.now());
    await endPending(tx, viewer.id);
    await recordSecurity(tx, deps, { kind: 'recovery-codes.made', account: viewer, source: caller.source });
  });
  return { codes };
}

/** @throws CODE_INCORRECT, SECOND_FACTOR_INACTIVE, RATE_LIMITED, TOO_BUSY */
export async function removeSecondFactor(
  deps: CredentialDeps,
  viewer: Viewer,
  code: string,
  caller: Caller,
): Promise<void> {
  const { proof } = await provenFactor(deps, viewer, code, caller);
  await deps.db.write(async (tx) => {
    await consumeProof(tx, viewer.id, proof);
    await eraseSecondFactor(tx, deps, viewer.id, caller);
  });
}

/** `caller` is null when the team did it. Throws SECOND_FACTOR_INACTIVE. */
export async function eraseSecondFactor(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'jobs' | 'clock' | 'secrets' | 'log'>,
  id: string,
  caller: Caller | null,
): Promise<void> {
  const factors = [
    await tx.orm.delete(secondFactors).where(isActive(id)).returning({ id: secondFactors.userId }),
  ];
  // The team helps members who have lost everything.
  if (!caller)
    factors.push(await tx.orm.delete(passkeys).where(eq(passkeys.userId, id)).returning({ id: passkeys.id }));
  if (factors.flat().length === 0) throw new AppError('SECOND_FACTOR_INACTIVE');
  await endPending(tx, id);
  await forgetProofsWithoutFactor(tx, id);
  const source = caller?.source ?? null;
  await recordSecurity(tx, deps, { kind: 'second-factor.removed', account: { id }, source });
  const device = caller && deviceName(caller.userAgent);
  await queueMail(deps, tx, secondFactorRemovedMail(await emailOf(tx.orm, id), device));
}

function isActive(id: string) {
  return and(eq(secondFactors.userId, id), isNotNull(secondFactors.addedAt));
}

async function provenFactor(
  deps: CredentialDeps,
  viewer: Viewer,
  code: string,
  caller: Caller,
): Promise<{ factor: Factor; proof: Proof }> {
  const factor = await secondFactorOf(deps.db.orm, viewer.id);
  if (!factor) throw new AppError('SECOND_FACTOR_INACTIVE');
  return { factor, proof: await proven(deps, viewer, factor, code, caller) };
}

function proven(
  deps: CredentialDeps,
  viewer: Viewer,
  factor: Factor,
  code: string,
  { source }: Caller,
): Promise<Proof> {
  return recordingRefusals(deps, { kind: 'second-factor.refused', account: viewer, source }, () =>
    checkCode(deps, { userId: viewer.id, own: viewer.sessionId }, factor, code),
  );
}
