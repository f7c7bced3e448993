import type { ErrorCode } from './errors.ts';

/** A moderator is between the two (docs/specification.md#roles). */
export type Role = 'member' | 'moderator' | 'admin';

/** Made by the server from the session, never from the input. */
export type Viewer = {
  id: string;
  sessionId: string;
  role: Role;
  /** All six steps are done. */
  profileComplete: boolean;
  /** The terms and the policy that are in force. */
  termsAccepted: boolean;
  /** When this session last gave a second factor, in milliseconds. */
  provenAt: number | null;
};

/** Before a grave act of an administrator, or of whoever has a second factor on the account, a proof is at most this old. */
export const PROOF_MINUTES = 15;

/** For complete profiles (docs/decisions.md#profile) that have accepted the terms in force. */
export function denyCommunity({
  profileComplete,
  termsAccepted,
}: Pick<Viewer, 'profileComplete' | 'termsAccepted'>): ErrorCode | null {
  if (!profileComplete) return 'PROFILE_INCOMPLETE';
  return termsAccepted ? null : 'TERMS_NOT_ACCEPTED';
}

/** For moderators and administrators. */
export function denyModeration(viewer: Pick<Viewer, 'role'>): ErrorCode | null {
  return viewer.role === 'member' ? 'TEAM_ONLY' : null;
}

export function denyAdministration(viewer: Pick<Viewer, 'role'>): ErrorCode | null {
  return viewer.role === 'admin' ? null : 'ADMIN_ONLY';
}

/** Besides the role, a second factor that this session has given. */
export function denyBackOffice(viewer: Pick<Viewer, 'role' | 'provenAt'>): ErrorCode | null {
  return denyModeration(viewer) ?? (viewer.provenAt === null ? 'SECOND_FACTOR_REQUIRED' : null);
}

/** What deletes, gives a role, takes data out or reads what is private. `now` in milliseconds. */
export function denyGraveAct({ provenAt }: Pick<Viewer, 'provenAt'>, now: number): ErrorCode | null {
  const isRecent = provenAt !== null && now - provenAt < PROOF_MINUTES * 60_000;
  return isRecent ? null : 'PROOF_REQUIRED';
}
