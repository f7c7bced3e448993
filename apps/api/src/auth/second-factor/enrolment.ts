import type { RecoveryCodes, SecondFactorSetup } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Source } from '../../platform/http/http.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { deviceName } from '../devices.ts';
import { PASSWORD_CHANGES } from '../limits.ts';
import { isPasswordOf } from '../passwords.ts';
import { endPending } from '../pending.ts';
import { recordingRefusals, recordSecurity } from '../security-log.ts';
import { endAccess } from '../session-list.ts';
import { storeProof } from '../sessions.ts';
import { members, passkeys, secondFactors } from '../tables.ts';
import { checkCode } from './attempts.ts';
import {
  consumeProof,
  type Factor,
  forgetProofsWithoutFactor,
  type Proof,
  secondFactorOf,
  storeSetUp,
} from './factor.ts';
import { secondFactorAddedMail, secondFactorRemovedMail } from './mails.ts';
import { newRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, totpAddress } from './totp.ts';

type EnrolmentDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'live' | 'jobs' | 'limits' | 'secrets' | 'log'>;
export type Asked = { source: Source; userAgent: string };

const SETUP_MS = 30 * 60_000;

/** A new key, which is not asked for yet. Codes: PASSWORD_WRONG, SECOND_FACTOR_ACTIVE, RATE_LIMITED, TOO_BUSY. */
export async function setUpSecondFactor(
  deps: EnrolmentDeps,
  viewer: Viewer,
  password: string,
  { source }: Asked,
): Promise<SecondFactorSetup> {
  const { db, limits } = deps;
  await limits.consume(PASSWORD_CHANGES, viewer.sessionId);
  await recordingRefusals(deps, { kind: 'password.refused', account: viewer, source }, async () => {
    if (!(await isPasswordOf(db.orm, viewer.id, password))) throw new AppError('PASSWORD_WRONG');
  });
  const secret = newTotpSecret();
  return db.write(async (tx) => {
    await storeSetUp(tx, deps, { userId: viewer.id, sessionId: viewer.sessionId }, secret);
    return { secret, address: totpAddress(secret, await emailOf(tx, viewer.id)) };
  });
}

/**
 * Once a code shows that the app has the key; ends other sessions, which nobody has proven. Codes: CODE_INCORRECT,
 * SECOND_FACTOR_SETUP_EXPIRED, RATE_LIMITED, TOO_BUSY.
 */
export async function addSecondFactor(
  deps: EnrolmentDeps,
  viewer: Viewer,
  code: string,
  asked: Asked,
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
  const proof = await proven(deps, viewer, factor, code, asked);
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
    await recordSecurity(tx, deps, { kind: 'second-factor.added', account: viewer, source: asked.source });
    const email = await emailOf(tx, viewer.id);
    await queueMail(deps, tx, secondFactorAddedMail(email, deviceName(asked.userAgent)));
  });
  return { codes };
}

/** Without a first code: for the demo, which prints the key. `secret` in base32. */
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

/** Before a grave act, when the proof is old. Codes: CODE_INCORRECT, SECOND_FACTOR_INACTIVE, RATE_LIMITED, TOO_BUSY. */
export async function proveAgain(
  deps: EnrolmentDeps,
  viewer: Viewer,
  code: string,
  asked: Asked,
): Promise<void> {
  const { proof } = await provenFactor(deps, viewer, code, asked);
  await deps.db.write(async (tx) => {
    if (!(await consumeProof(tx, viewer.id, proof))) throw new AppError('CODE_INCORRECT');
    await storeProof(tx, viewer.sessionId, deps.clock.now());
    await recordSecurity(tx, deps, { kind: 'second-factor.given', account: viewer, source: asked.source });
  });
}

/** Codes: CODE_INCORRECT, SECOND_FACTOR_INACTIVE, RATE_LIMITED, TOO_BUSY. */
export async function renewRecoveryCodes(
  deps: EnrolmentDeps,
  viewer: Viewer,
  code: string,
  asked: Asked,
): Promise<RecoveryCodes> {
  const { factor, proof } = await provenFactor(deps, viewer, code, asked);
  const { codes, hashes } = await newRecoveryCodes(factor.salt);
  await deps.db.write(async (tx) => {
    if (!(await consumeProof(tx, viewer.id, proof))) throw new AppError('CODE_INCORRECT');
    await storeRecoveryCodes(tx, viewer.id, hashes, deps.clock.now());
    await endPending(tx, viewer.id);
    await recordSecurity(tx, deps, { kind: 'recovery-codes.made', account: viewer, source: asked.source });
  });
  return { codes };
}

/** Codes: CODE_INCORRECT, SECOND_FACTOR_INACTIVE, RATE_LIMITED, TOO_BUSY. */
export async function removeSecondFactor(
  deps: EnrolmentDeps,
  viewer: Viewer,
  code: string,
  asked: Asked,
): Promise<void> {
  const { proof } = await provenFactor(deps, viewer, code, asked);
  await deps.db.write(async (tx) => {
    if (!(await consumeProof(tx, viewer.id, proof))) throw new AppError('CODE_INCORRECT');
    const { id } = viewer;
    await eraseSecondFactor(tx, deps, { id, source: asked.source, device: deviceName(asked.userAgent) });
  });
}

/** `source` and `device` are null when the team did it. Codes: SECOND_FACTOR_INACTIVE. */
export async function eraseSecondFactor(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'jobs' | 'clock' | 'secrets' | 'log'>,
  { id, source, device }: { id: string; source: Source | null; device: string | null },
): Promise<void> {
  const factors = [
    await tx.orm.delete(secondFactors).where(isActive(id)).returning({ id: secondFactors.userId }),
  ];
  // The team helps whoever has lost everything.
  if (source === null)
    factors.push(await tx.orm.delete(passkeys).where(eq(passkeys.userId, id)).returning({ id: passkeys.id }));
  if (factors.flat().length === 0) throw new AppError('SECOND_FACTOR_INACTIVE');
  await endPending(tx, id);
  await forgetProofsWithoutFactor(tx, id);
  await recordSecurity(tx, deps, { kind: 'second-factor.removed', account: { id }, source });
  await queueMail(deps, tx, secondFactorRemovedMail(await emailOf(tx, id), device));
}

function isActive(id: string) {
  return and(eq(secondFactors.userId, id), isNotNull(secondFactors.addedAt));
}

async function provenFactor(
  deps: EnrolmentDeps,
  viewer: Viewer,
  code: string,
  asked: Asked,
): Promise<{ factor: Factor; proof: Proof }> {
  const factor = await secondFactorOf(deps.db.orm, viewer.id);
  if (!factor) throw new AppError('SECOND_FACTOR_INACTIVE');
  return { factor, proof: await proven(deps, viewer, factor, code, asked) };
}

function proven(
  deps: EnrolmentDeps,
  viewer: Viewer,
  factor: Factor,
  code: string,
  { source }: Asked,
): Promise<Proof> {
  return recordingRefusals(deps, { kind: 'second-factor.refused', account: viewer, source }, () =>
    checkCode(deps, { userId: viewer.id, own: viewer.sessionId }, factor, code),
  );
}

async function emailOf(tx: Tx, id: string): Promise<string> {
  const [member] = await tx.orm.select({ email: members.email }).from(members).where(eq(members.id, id));
  if (!member) throw new AppError('UNAUTHENTICATED');
  return member.email;
}
