import { randomUUID } from 'node:crypto';
import type { NewPasskey } from '@guilde/contracts/auth/input.ts';
import { PASSKEYS_MAX, type Passkey, type PasskeyOffer } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, asc, eq } from 'drizzle-orm';
import { deviceName } from '../../auth/devices.ts';
import type { Caller } from '../../auth/known-devices.ts';
import { emailOf } from '../../auth/members.ts';
import { consumePending, endPending, storePending } from '../../auth/pending.ts';
import { recordingRefusals, recordSecurity } from '../../auth/security-log.ts';
import { storeProof } from '../../auth/sessions.ts';
import { passkeys } from '../../auth/tables.ts';
import { iso, isoOrNull } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashToken } from '../../platform/secrets.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { passkeyAddedMail, passkeyRemovedMail } from '../mails.ts';
import { type CredentialDeps, forgetProofsWithoutFactor, requirePassword } from '../proof.ts';
import { CHALLENGE_MS, type ChallengeUse, newChallenge } from './challenges.ts';
import { descriptorOf, userHandleOf } from './use.ts';
import { ALGORITHMS, relyingParty, verifyNewPasskey } from './verification.ts';

export async function listPasskeys(queries: Queries, userId: string): Promise<Passkey[]> {
  const rows = await queries
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: iso(createdAt),
    lastUsedAt: isoOrNull(lastUsedAt),
  }));
}

/** @throws PASSWORD_WRONG, PASSKEYS_EXHAUSTED, RATE_LIMITED, TOO_BUSY */
export async function offerPasskey(
  deps: CredentialDeps,
  viewer: Viewer,
  password: string,
  caller: Caller,
): Promise<PasskeyOffer> {
  const { config, db } = deps;
  await requirePassword(deps, viewer, password, caller);
  const own = await db.orm.select().from(passkeys).where(eq(passkeys.userId, viewer.id));
  if (own.length >= PASSKEYS_MAX) throw new AppError('PASSKEYS_EXHAUSTED');
  const email = await emailOf(db.orm, viewer.id);
  const challenge = newChallenge(deps, challengeUseOf(viewer));
  const pending = { identifier: offerOf(challenge), userId: viewer.id, validMs: CHALLENGE_MS };
  await db.write((tx) => storePending(tx, pending, deps.clock.now()));
  return {
    challenge,
    rp: { id: relyingParty(config), name: 'Guilde' },
    user: { id: userHandleOf(viewer.id), name: email, displayName: email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    excludeCredentials: own.map(descriptorOf),
  };
}

/** `offerPasskey` has checked the password of this session. Throws PASSKEY_REFUSED, PASSKEYS_EXHAUSTED. */
export async function addPasskey(
  deps: CredentialDeps,
  viewer: Viewer,
  { name, response }: NewPasskey,
  { source, userAgent }: Caller,
): Promise<Passkey[]> {
  const { db, clock } = deps;
  await recordingRefusals(deps, { kind: 'passkey.refused', account: viewer, source }, async () => {
    const { challenge, ...made } = await verifyNewPasskey(deps, response, challengeUseOf(viewer));
    await db.write(async (tx) => {
      const now = clock.now();
      if ((await tx.orm.$count(passkeys, eq(passkeys.userId, viewer.id))) >= PASSKEYS_MAX)
        throw new AppError('PASSKEYS_EXHAUSTED');
      const stored =
        (await consumePending(tx, { identifier: offerOf(challenge), userId: viewer.id }, now)) &&
        (await tx.orm
          .insert(passkeys)
          .values({
            id: randomUUID(),
            userId: viewer.id,
            name: name || deviceName(userAgent),
            ...made,
            createdAt: now,
          })
          .onConflictDoNothing()
          .returning({ id: passkeys.id }));
      if (!stored || stored.length === 0) throw new AppError('PASSKEY_REFUSED');
      await endPending(tx, viewer.id);
      await storeProof(tx, viewer.sessionId, now);
      await recordSecurity(tx, deps, { kind: 'passkey.added', account: viewer, source });
      const email = await emailOf(tx.orm, viewer.id);
      await queueMail(deps, tx, passkeyAddedMail(email, deviceName(userAgent)));
    });
  });
  return listPasskeys(db.orm, viewer.id);
}

/** The offer is stored, so that it ends when the account is secured. */
function offerOf(challenge: string): string {
  return `passkey-offer:${hashToken(challenge)}`;
}

function challengeUseOf({ sessionId }: Viewer): ChallengeUse {
  return `add ${sessionId}`;
}

/** @throws NOT_FOUND, also for another member's passkey. */
export async function renamePasskey(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  id: string,
  name: string,
): Promise<Passkey[]> {
  const renamed = await db.orm
    .update(passkeys)
    .set({ name })
    .where(isOwn(viewer, id))
    .returning({ id: passkeys.id });
  if (renamed.length === 0) throw new AppError('NOT_FOUND');
  return listPasskeys(db.orm, viewer.id);
}

/** @throws NOT_FOUND, also for another member's passkey. */
export async function removePasskey(
  deps: CredentialDeps,
  viewer: Viewer,
  id: string,
  { source, userAgent }: Caller,
): Promise<Passkey[]> {
  await deps.db.write(async (tx) => {
    const removed = await tx.orm.delete(passkeys).where(isOwn(viewer, id)).returning({ name: passkeys.name });
    const [passkey] = removed;
    if (!passkey) throw new AppError('NOT_FOUND');
    await endPending(tx, viewer.id);
    await forgetProofsWithoutFactor(tx, viewer.id);
    await recordSecurity(tx, deps, { kind: 'passkey.removed', account: viewer, source });
    const email = await emailOf(tx.orm, viewer.id);
    await queueMail(deps, tx, passkeyRemovedMail(email, passkey.name, deviceName(userAgent)));
  });
  return listPasskeys(deps.db.orm, viewer.id);
}

function isOwn({ id: userId }: Viewer, id: string) {
  return and(eq(passkeys.id, id), eq(passkeys.userId, userId));
}
