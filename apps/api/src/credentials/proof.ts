import { AppError, refuseIf } from '@guilde/contracts/errors.ts';
import { denyGraveAct, type Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import type { MiddlewareHandler } from 'hono';
import { secondFactorOf } from '../auth/entry.ts';
import type { Caller } from '../auth/known-devices.ts';
import { PASSWORD_CHANGES, SECOND_FACTOR } from '../auth/limits.ts';
import { tellNewDevice } from '../auth/new-device.ts';
import { hashIfPasswordOf } from '../auth/passwords.ts';
import { recordingRefusals, recordSecurity } from '../auth/security-log.ts';
import { forgetProofs, openSession, storeProof } from '../auth/sessions.ts';
import { passkeys } from '../auth/tables.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { type Env, refusing, viewerOf } from '../platform/http/http.ts';

export type CredentialDeps = Pick<
  Deps,
  'config' | 'db' | 'clock' | 'live' | 'jobs' | 'limits' | 'secrets' | 'log'
>;

export function passkeyCount(queries: Queries, userId: string): Promise<number> {
  return queries.$count(passkeys, eq(passkeys.userId, userId));
}

export async function hasFactor(queries: Queries, userId: string): Promise<boolean> {
  return (await secondFactorOf(queries, userId)) !== null || (await passkeyCount(queries, userId)) > 0;
}

/**
 * A password alone must not suffice to take over the account, so members with a second factor give it again.
 * A passkey alone is needed from the team only: a member who has lost it would be locked out
 * (docs/adr/0035-passkeys-without-a-table-of-challenges.md#decision).
 */
export function recentProofOfHolders({ db, clock }: Pick<Deps, 'db' | 'clock'>): MiddlewareHandler<Env> {
  return refusing(['PROOF_REQUIRED'], async (c, next) => {
    const viewer = viewerOf(c);
    const isAsked =
      viewer.role === 'member' ? await secondFactorOf(db.orm, viewer.id) : await hasFactor(db.orm, viewer.id);
    if (isAsked) refuseIf(denyGraveAct(viewer, clock.now()));
    await next();
  });
}

/**
 * Uses an attempt of the session and returns the stored hash. Throws PASSWORD_WRONG, RATE_LIMITED, TOO_BUSY.
 */
export async function requirePassword(
  deps: CredentialDeps,
  viewer: Viewer,
  password: string,
  { source }: Caller,
): Promise<string> {
  await deps.limits.consume(PASSWORD_CHANGES, viewer.sessionId);
  const attempt = { kind: 'password.refused', account: viewer, source } as const;
  return recordingRefusals(deps, attempt, async () => {
    const hash = await hashIfPasswordOf(deps.db.orm, viewer.id, password);
    if (hash === null) throw new AppError('PASSWORD_WRONG');
    return hash;
  });
}

/** `reason` is PASSKEY, or absent for the app and its recovery codes. */
export async function storeGivenProof(
  tx: Tx,
  deps: CredentialDeps,
  viewer: Viewer,
  { source }: Caller,
  reason?: 'PASSKEY',
): Promise<void> {
  await storeProof(tx, viewer.sessionId, deps.clock.now());
  const event = { kind: 'second-factor.given', account: viewer, source, ...(reason && { reason }) } as const;
  await recordSecurity(tx, deps, event);
}

/**
 * The result of `check`, which reads, uses up the answer in the transaction that stores the proof. Throws
 * RATE_LIMITED, and those of `check`.
 */
export async function proveByPasskey(
  deps: CredentialDeps,
  viewer: Viewer,
  caller: Caller,
  check: () => Promise<(tx: Tx) => Promise<void>>,
): Promise<void> {
  const { db, limits } = deps;
  const attempt = { kind: 'passkey.refused', account: viewer, source: caller.source } as const;
  await recordingRefusals(deps, attempt, async () => {
    await limits.consume(SECOND_FACTOR.own, viewer.sessionId);
    const useUp = await check();
    await db.write(async (tx) => {
      await useUp(tx);
      await storeGivenProof(tx, deps, viewer, caller, 'PASSKEY');
    });
    await limits.refund(SECOND_FACTOR.own, viewer.sessionId);
  });
}

type ProvenEntry = {
  member: { id: string; email: string };
  caller: Caller;
  /** The member gets a mail about a device that is not known. */
  isNew: boolean;
  reason: 'PASSKEY' | 'TOTP' | 'RECOVERY_CODE';
};

/** Returns the token of a session that a second factor has proven. */
export async function openProvenSession(
  tx: Tx,
  deps: CredentialDeps,
  { member: { id, email }, caller: { source, userAgent }, isNew, reason }: ProvenEntry,
): Promise<string> {
  if (isNew) await tellNewDevice(tx, deps, email, userAgent);
  await recordSecurity(tx, deps, { kind: 'sign-in', account: { id }, source, reason });
  return openSession(tx, id, userAgent, deps.clock.now(), true);
}

/** A session keeps no proof that could not be given again. */
export async function forgetProofsWithoutFactor(tx: Tx, userId: string): Promise<void> {
  if (!(await hasFactor(tx.orm, userId))) await forgetProofs(tx, userId);
}
