import type { PasskeyAnswer } from '@guilde/contracts/auth/input.ts';
import type { PasskeyRequest } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Source } from '../../platform/http/http.ts';
import { type Caller, knownDevice } from '../known-devices.ts';
import { SECOND_FACTOR } from '../limits.ts';
import { tellNewDevice } from '../new-device.ts';
import { recordingRefusals, recordSecurity } from '../security-log.ts';
import { openSession, storeProof } from '../sessions.ts';
import { refuseSuspended } from '../suspension.ts';
import { members, passkeys } from '../tables.ts';
import { type ChallengeUse, consumeChallenge, type DesktopChallenge, newChallenge } from './challenges.ts';
import { type Passkey, relyingParty, verifyPasskey } from './verification.ts';

export type UseDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'secrets' | 'jobs' | 'limits' | 'log'>;

/** Any passkey of this site: the browser knows them. */
export function requestPasskey(deps: Pick<Deps, 'config' | 'secrets' | 'clock'>): PasskeyRequest {
  return requestFor(deps, 'sign-in', []);
}

/** Any passkey, too; the answer is for this challenge of the desktop app and no other. */
export function requestForDesktop(
  deps: Pick<Deps, 'config' | 'secrets' | 'clock'>,
  use: DesktopChallenge,
): PasskeyRequest {
  return requestFor(deps, use, []);
}

/** One of the member's, to prove again that it is them. Codes: PASSKEY_UNKNOWN. */
export async function requestOwnPasskey(
  deps: Pick<Deps, 'config' | 'secrets' | 'clock' | 'db'>,
  viewer: Viewer,
): Promise<PasskeyRequest> {
  const own = await deps.db.orm.select().from(passkeys).where(eq(passkeys.userId, viewer.id));
  if (own.length === 0) throw new AppError('PASSKEY_UNKNOWN');
  return requestFor(deps, `prove ${viewer.sessionId}`, own);
}

function requestFor(
  deps: Pick<Deps, 'config' | 'secrets' | 'clock'>,
  use: ChallengeUse,
  allowed: Passkey[],
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

/** Codes: PASSKEY_UNKNOWN, PASSKEY_REFUSED, EMAIL_NOT_CONFIRMED, MEMBER_SUSPENDED. Returns the session's token. */
export async function signInWithPasskey(
  deps: UseDeps,
  answer: PasskeyAnswer,
  caller: Caller,
  source: Source,
): Promise<string> {
  return usingPasskey(deps, { answer, use: 'sign-in', source }, async ({ id, email }) => {
    const isNew = (await knownDevice(deps, email, caller.cookies)) === null;
    return async (tx) => {
      if (isNew) await tellNewDevice(tx, deps, email, caller.userAgent);
      await recordSecurity(tx, deps, { kind: 'sign-in', account: { id }, source, reason: 'PASSKEY' });
      return openSession(tx, id, caller.userAgent, deps.clock.now(), true);
    };
  });
}

type Used = { answer: PasskeyAnswer; use: ChallengeUse; source: Source };

/**
 * Two factors at once: the device, and how it knows its owner. `prepare` reads; what it returns is done in the transaction that
 * uses up the answer. Codes: PASSKEY_UNKNOWN, PASSKEY_REFUSED, EMAIL_NOT_CONFIRMED, MEMBER_SUSPENDED.
 */
export async function usingPasskey<T>(
  deps: UseDeps,
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

/** Codes: MEMBER_SUSPENDED, EMAIL_NOT_CONFIRMED. */
export async function refuseEntry(tx: Tx, deps: Pick<Deps, 'secrets'>, userId: string): Promise<void> {
  const [member] = await tx.orm.select().from(members).where(eq(members.id, userId));
  refuseSuspended(deps.secrets, member);
  if (!member?.emailVerified) throw new AppError('EMAIL_NOT_CONFIRMED');
}

/** Before a grave act. Codes: PASSKEY_UNKNOWN (also another member's), PASSKEY_REFUSED, RATE_LIMITED. */
export async function proveWithPasskey(
  deps: UseDeps,
  viewer: Viewer,
  answer: PasskeyAnswer,
  source: Source,
): Promise<void> {
  const { db, limits, clock } = deps;
  await recordingRefusals(deps, { kind: 'passkey.refused', account: viewer, source }, async () => {
    await limits.consume(SECOND_FACTOR.own, viewer.sessionId);
    const [passkey] = await db.orm
      .select()
      .from(passkeys)
      .where(and(eq(passkeys.credentialId, answer.id), eq(passkeys.userId, viewer.id)));
    if (!passkey) throw new AppError('PASSKEY_UNKNOWN');
    const used = await verifyPasskey(deps, passkey, answer, `prove ${viewer.sessionId}`);
    await db.write(async (tx) => {
      await storeUse(tx, deps, passkey, used);
      await storeProof(tx, viewer.sessionId, clock.now());
      await recordSecurity(tx, deps, {
        kind: 'second-factor.given',
        account: viewer,
        source,
        reason: 'PASSKEY',
      });
    });
    await limits.refund(SECOND_FACTOR.own, viewer.sessionId);
  });
}

/** The account in the authenticator: the member's id. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/** Of two answers to one challenge, or with one counter, one is stored. */
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
