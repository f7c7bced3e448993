import { randomBytes } from 'node:crypto';
import type { DesktopUse } from '@guilde/contracts/auth/rules.ts';
import { usedChallenges } from '../../auth/tables.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashToken } from '../../platform/secrets.ts';

const PURPOSE = 'passkey-challenge';
/** The browser may wait this long beside the sign-in form. */
export const CHALLENGE_MS = 30 * 60_000;

/** It includes the app's own challenge, so the passkey signs for one app. */
export type DesktopChallenge = `desktop ${DesktopUse} ${string}`;

/** A challenge of a session works in no other session. */
export type ChallengeUse = 'sign-in' | `${'add' | 'prove'} ${string}` | DesktopChallenge;

/** The challenge is signed, so that a visit of the sign-in page stores nothing. */
export function newChallenge({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>, use: ChallengeUse): string {
  const value = `${randomBytes(16).toString('base64url')}.${clock.now() + CHALLENGE_MS}`;
  return Buffer.from(`${value}.${secrets.sign(PURPOSE, `${value} ${use}`)}`).toString('base64url');
}

export function isChallenge(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  challenge: string,
  use: ChallengeUse,
): boolean {
  const [random = '', end = '', signature = ''] = Buffer.from(challenge, 'base64url').toString().split('.');
  return secrets.verify(PURPOSE, `${random}.${end} ${use}`, signature) && clock.now() < Number(end);
}

/** Resolves with false when it was answered before. */
export async function consumeChallenge(tx: Tx, challenge: string, now: number): Promise<boolean> {
  const stored = await tx.orm
    .insert(usedChallenges)
    .values({ id: hashToken(challenge), expiresAt: now + CHALLENGE_MS })
    .onConflictDoNothing()
    .returning({ id: usedChallenges.id });
  return stored.length > 0;
}
