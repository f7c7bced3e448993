import { createHash } from 'node:crypto';
import type { DesktopAllow, DesktopCodeProof, DesktopRequest } from '@guilde/contracts/auth/input.ts';
import { DESKTOP_CODE_SECONDS, type DesktopCode, type DesktopUse } from '@guilde/contracts/auth/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq } from 'drizzle-orm';
import { type Caller, knownDevice } from '../../auth/known-devices.ts';
import { consumePending, storePending } from '../../auth/pending.ts';
import { recordingRefusals, recordSecurity } from '../../auth/security-log.ts';
import { members, verifications } from '../../auth/tables.ts';
import type { Tx } from '../../platform/database/db.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { type CredentialDeps, openProvenSession, proveByPasskey } from '../proof.ts';
import type { DesktopChallenge } from './challenges.ts';
import { refuseEntry, usingPasskey } from './use.ts';

const VALID_MS = DESKTOP_CODE_SECONDS * 1000;

/** The app keeps the verifier of the challenge. */
export function desktopUseOf({ use, challenge }: DesktopRequest): DesktopChallenge {
  return `desktop ${use} ${challenge}`;
}

/**
 * The app gets a code in place of a session. Throws PASSKEY_UNKNOWN, PASSKEY_REFUSED, EMAIL_NOT_CONFIRMED,
 * MEMBER_SUSPENDED.
 */
export function allowDesktop(
  deps: CredentialDeps,
  { answer, ...request }: DesktopAllow,
  { source }: Caller,
): Promise<DesktopCode> {
  const { use, challenge } = request;
  return usingPasskey(deps, { answer, use: desktopUseOf(request), source }, async ({ id }) => async (tx) => {
    const code = newToken();
    const pending = { identifier: identifierOf(use, code, challenge), userId: id, validMs: VALID_MS };
    await storePending(tx, pending, deps.clock.now());
    const reason = use === 'prove' ? 'PROOF' : 'SIGN_IN';
    await recordSecurity(tx, deps, { kind: 'desktop.allowed', account: { id }, source, reason });
    return { code };
  });
}

/** Returns the session's token. Throws DESKTOP_CODE_INVALID, EMAIL_NOT_CONFIRMED, MEMBER_SUSPENDED. */
export async function signInByDesktop(
  deps: CredentialDeps,
  proof: DesktopCodeProof,
  caller: Caller,
): Promise<string> {
  const { db, clock } = deps;
  const identifier = provenIdentifier('sign-in', proof);
  const [member] = await db.orm
    .select({ id: members.id, email: members.email })
    .from(verifications)
    .innerJoin(members, eq(members.id, verifications.value))
    .where(eq(verifications.identifier, identifier));
  const account = member ? { id: member.id } : null;
  const attempt = { kind: 'passkey.refused', account, source: caller.source } as const;
  return recordingRefusals(deps, attempt, async () => {
    if (!member) throw new AppError('DESKTOP_CODE_INVALID');
    const isNew = (await knownDevice(deps, member.email, caller.cookies)) === null;
    return db.write(async (tx) => {
      await consumeCode(tx, identifier, member.id, clock.now());
      await refuseEntry(tx, deps, member.id);
      return openProvenSession(tx, deps, { member, caller, isNew, reason: 'PASSKEY' });
    });
  });
}

/** @throws DESKTOP_CODE_INVALID (also by another member's passkey), RATE_LIMITED */
export function proveByDesktop(
  deps: CredentialDeps,
  viewer: Viewer,
  proof: DesktopCodeProof,
  caller: Caller,
): Promise<void> {
  const identifier = provenIdentifier('prove', proof);
  return proveByPasskey(
    deps,
    viewer,
    caller,
    async () => (tx) => consumeCode(tx, identifier, viewer.id, deps.clock.now()),
  );
}

/** The identifier is of code and challenge at once: without the verifier nothing can be found or used up. */
function identifierOf(use: DesktopUse, code: string, challenge: string): string {
  return `desktop-${use}:${hashToken(`${code} ${challenge}`)}`;
}

function provenIdentifier(use: DesktopUse, { code, verifier }: DesktopCodeProof): string {
  return identifierOf(use, code, createHash('sha256').update(verifier).digest('base64url'));
}

/** @throws DESKTOP_CODE_INVALID */
async function consumeCode(tx: Tx, identifier: string, userId: string, now: number): Promise<void> {
  if (!(await consumePending(tx, { identifier, userId }, now))) throw new AppError('DESKTOP_CODE_INVALID');
}
