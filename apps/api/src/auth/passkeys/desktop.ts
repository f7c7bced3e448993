import { createHash, randomBytes } from 'node:crypto';
import type { DesktopAllow, DesktopCodeProof, DesktopRequest } from '@guilde/contracts/auth/input.ts';
import {
  DESKTOP_CODE_SECONDS,
  type DesktopCode,
  type DesktopUse,
  type PasskeyRequest,
} from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Source } from '../../platform/http/http.ts';
import { hashToken } from '../../platform/secrets.ts';
import { type Caller, knownDevice } from '../known-devices.ts';
import { SECOND_FACTOR } from '../limits.ts';
import { tellNewDevice } from '../new-device.ts';
import { consumePending, storePending } from '../pending.ts';
import { recordingRefusals, recordSecurity } from '../security-log.ts';
import { openSession, storeProof } from '../sessions.ts';
import { members, verifications } from '../tables.ts';
import { refuseEntry, requestForDesktop, type UseDeps, usingPasskey } from './use.ts';

const VALID_MS = DESKTOP_CODE_SECONDS * 1000;

/** In the browser, for an app that keeps what the challenge was made of. */
export function requestPasskeyForDesktop(
  deps: Pick<Deps, 'config' | 'secrets' | 'clock'>,
  { use, challenge }: DesktopRequest,
): PasskeyRequest {
  return requestForDesktop(deps, `desktop ${use} ${challenge}`);
}

/**
 * A code in place of a session: the browser stays as it was. Codes: PASSKEY_UNKNOWN, PASSKEY_REFUSED, EMAIL_NOT_CONFIRMED,
 * MEMBER_SUSPENDED.
 */
export function allowDesktop(
  deps: UseDeps,
  { use, challenge, answer }: DesktopAllow,
  source: Source,
): Promise<DesktopCode> {
  const used = { answer, use: `desktop ${use} ${challenge}`, source } as const;
  return usingPasskey(deps, used, async ({ id }) => async (tx) => {
    const code = randomBytes(32).toString('base64url');
    const pending = { identifier: identifierOf(use, code, challenge), userId: id, validMs: VALID_MS };
    await storePending(tx, pending, deps.clock.now());
    const reason = use === 'prove' ? 'PROOF' : 'SIGN_IN';
    await recordSecurity(tx, deps, { kind: 'desktop.allowed', account: { id }, source, reason });
    return { code };
  });
}

/** Returns the session's token. Codes: DESKTOP_CODE_INVALID, EMAIL_NOT_CONFIRMED, MEMBER_SUSPENDED. */
export async function signInByDesktop(
  deps: UseDeps,
  proof: DesktopCodeProof,
  caller: Caller,
  source: Source,
): Promise<string> {
  const { db, clock } = deps;
  const identifier = provenIdentifier('sign-in', proof);
  const [member] = await db.orm
    .select({ id: members.id, email: members.email })
    .from(verifications)
    .innerJoin(members, eq(members.id, verifications.value))
    .where(eq(verifications.identifier, identifier));
  const account = member ? { id: member.id } : null;
  return recordingRefusals(deps, { kind: 'passkey.refused', account, source }, async () => {
    if (!member) throw new AppError('DESKTOP_CODE_INVALID');
    const isNew = (await knownDevice(deps, member.email, caller.cookies)) === null;
    return db.write(async (tx) => {
      await consumeCode(tx, identifier, member.id, clock.now());
      await refuseEntry(tx, deps, member.id);
      if (isNew) await tellNewDevice(tx, deps, member.email, caller.userAgent);
      await recordSecurity(tx, deps, { kind: 'sign-in', account: member, source, reason: 'PASSKEY' });
      return openSession(tx, member.id, caller.userAgent, clock.now(), true);
    });
  });
}

/** Before a grave act. Codes: DESKTOP_CODE_INVALID (also by another member's passkey), RATE_LIMITED. */
export async function proveByDesktop(
  deps: UseDeps,
  viewer: Viewer,
  proof: DesktopCodeProof,
  source: Source,
): Promise<void> {
  const { db, clock, limits } = deps;
  await recordingRefusals(deps, { kind: 'passkey.refused', account: viewer, source }, async () => {
    await limits.consume(SECOND_FACTOR.own, viewer.sessionId);
    await db.write(async (tx) => {
      await consumeCode(tx, provenIdentifier('prove', proof), viewer.id, clock.now());
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

/** Of code and challenge at once: without the verifier there is nothing to find, and nothing to use up. */
function identifierOf(use: DesktopUse, code: string, challenge: string): string {
  return `desktop-${use}:${hashToken(`${code} ${challenge}`)}`;
}

function provenIdentifier(use: DesktopUse, { code, verifier }: DesktopCodeProof): string {
  return identifierOf(use, code, createHash('sha256').update(verifier).digest('base64url'));
}

/** Codes: DESKTOP_CODE_INVALID. */
async function consumeCode(tx: Tx, identifier: string, userId: string, now: number): Promise<void> {
  if (!(await consumePending(tx, { identifier, userId }, now))) throw new AppError('DESKTOP_CODE_INVALID');
}
