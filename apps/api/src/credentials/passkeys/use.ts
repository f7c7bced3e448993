import type { PasskeyAnswer } from '@guilde/contracts/auth/input.ts';
import type { PasskeyRequest } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq } from 'drizzle-orm';
import { type Caller, knownDevice } from '../../auth/known-devices.ts';
import { recordingRefusals } from '../../auth/security-log.ts';
import { refuseSuspended } from '../../auth/suspension.ts';
import { members, passkeys } from '../../auth/tables.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Source } from '../../platform/http/http.ts';
import { type CredentialDeps, openProvenSession, proveByPasskey } from '../proof.ts';
import { type ChallengeUse, consumeChallenge, newChallenge } from './challenges.ts';
import { type Passkey, relyingParty, verifyPasskey } from './verification.ts';

/** The member proves again who they are. Throws PASSKEY_UNKNOWN. */
export async function requestOwnPasskey(
  deps: Pick<Deps, 'config' | 'secrets' | 'clock' | 'db'>,
  viewer: Viewer,
): Promise<PasskeyRequest> {
  const own = await deps.db.orm.select().from(passkeys).where(eq(passkeys.userId, viewer.id));
  if (own.length === 0) throw new AppError('PASSKEY_UNKNOWN');
  return requestPasskey(deps, `prove ${viewer.sessionId}`, own);
}

/** Without `allowed`, any passkey of this site fits. The answer is for this use only. */
export function requestPasskey(
  deps: Pick<Deps, 'config' | 'secrets' | 'clock'>,
  use: ChallengeUse = 'sign-in',
  allowed: Passkey[] = [],
): PasskeyRequest {
  return {
    challenge: newChallenge(deps, use),
    rpId: relyingParty(deps.config),
    userVerification: 'required',
    allowCredentials: allowed.map(descriptorOf),
  };
}

export function descriptorOf({ credentialId, transports }: Passkey) {
  return { id: credentialId, type: 'public-key', transports } as const;
}

/**
 * Returns the session's token. Throws PASSKEY_UNKNOWN, PASSKEY_REFUSED, EMAIL_NOT_CONFIRMED,
 * MEMBER_SUSPENDED.
 */
export async function signInWithPasskey(
  deps: CredentialDeps,
  answer: PasskeyAnswer,
  caller: Caller,
): Promise<string> {
  return usingPasskey(deps, { answer, use: 'sign-in', source: caller.source }, async (member) => {
    const isNew = (await knownDevice(deps, member.email, caller.cookies)) === null;
    return (tx) => openProvenSession(tx, deps, { member, caller, isNew, reason: 'PASSKEY' });
  });
}

type Used = { answer: PasskeyAnswer; use: ChallengeUse; source: Source };

/**
 * The result of `prepare`, which reads, runs in the transaction that uses up the answer. Throws
 * PASSKEY_UNKNOWN, PASSKEY_REFUSED, EMAIL_NOT_CONFIRMED, MEMBER_SUSPENDED.
 */
export async function usingPasskey<T>(
  deps: CredentialDeps,
  { answer, use, source }: Used,
  prepare: (member: { id: string; email: string }) => Promise<(tx: Tx) => Promise<T>>,
): Promise<T> {
  const { db } = deps;
  const [found] = await db.orm
    .select({ passkey: passkeys, email: members.email })
    .from(passkeys)
    .innerJoin(members, eq(members.id, passkeys.userId))
    .where(eq(passkeys.credentialId, answer.id));
  const account = found ? { id: found.passkey.userId } : null;
  return recordingRefusals(deps, { kind: 'passkey.refused', account, source }, async () => {
    if (!found) throw new AppError('PASSKEY_UNKNOWN');
    const { passkey, email } = found;
    const { userHandle } = answer.response;
    if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId))
      throw new AppError('PASSKEY_REFUSED');
    const used = await verifyPasskey(deps, passkey, answer, use);
    const finish = await prepare({ id: passkey.userId, email });
    return db.write(async (tx) => {
      await storeUse(tx, deps, passkey, used);
      await refuseEntry(tx, deps, passkey.userId);
      return finish(tx);
    });
  });
}

/** @throws MEMBER_SUSPENDED, EMAIL_NOT_CONFIRMED */
export async function refuseEntry(tx: Tx, deps: Pick<Deps, 'secrets'>, userId: string): Promise<void> {
  const [member] = await tx.orm.select().from(members).where(eq(members.id, userId));
  refuseSuspended(deps.secrets, member);
  if (!member?.emailVerified) throw new AppError('EMAIL_NOT_CONFIRMED');
}

/** @throws PASSKEY_UNKNOWN (also another member's), PASSKEY_REFUSED, RATE_LIMITED */
export function proveWithPasskey(
  deps: CredentialDeps,
  viewer: Viewer,
  answer: PasskeyAnswer,
  caller: Caller,
): Promise<void> {
  return proveByPasskey(deps, viewer, caller, async () => {
    const [passkey] = await deps.db.orm
      .select()
      .from(passkeys)
      .where(and(eq(passkeys.credentialId, answer.id), eq(passkeys.userId, viewer.id)));
    if (!passkey) throw new AppError('PASSKEY_UNKNOWN');
    const used = await verifyPasskey(deps, passkey, answer, `prove ${viewer.sessionId}`);
    return (tx) => storeUse(tx, deps, passkey, used);
  });
}

/** The authenticator names the account by the member's id. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/** One of two answers to one challenge, or with one counter, is stored. */
async function storeUse(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  passkey: Passkey,
  { challenge, counter }: { challenge: string; counter: number },
): Promise<void> {
  const now = clock.now();
  const stored =
    (await consumeChallenge(tx, challenge, now)) &&
    (await tx.orm
      .update(passkeys)
      .set({ counter, lastUsedAt: now })
      .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
      .returning({ id: passkeys.id }));
  if (!stored || stored.length === 0) throw new AppError('PASSKEY_REFUSED');
}
