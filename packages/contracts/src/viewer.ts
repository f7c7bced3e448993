import type { ShownErrorCode } from './errors/shown.ts';
import type { ErrorCode } from './errors.ts';

/** A moderator is between the two (docs/specification.md#roles). */
export type Role = 'member' | 'moderator' | 'admin';

/** The server makes it from the session, never from the input. */
export type Viewer = {
  id: string;
  sessionId: string;
  role: Role;
  profileComplete: boolean;
  termsAccepted: boolean;
  /** This session last gave a second factor at this time, in milliseconds. */
  provenAt: number | null;
};

/**
 * A grave act of an administrator, or of a member with a second factor, needs a proof that is at most this
 * old.
 */
export const PROOF_MINUTES = 15;

/** Reading private data for moderation needs a proof of the same working session: it is at most this old. */
export const READING_PROOF_HOURS = 8;

/** It is open to complete profiles (docs/decisions.md#profile) that have accepted the present terms. */
export function denyCommunity({
  profileComplete,
  termsAccepted,
}: Pick<Viewer, 'profileComplete' | 'termsAccepted'>): ErrorCode | null {
  if (!profileComplete) return 'PROFILE_INCOMPLETE';
  return termsAccepted ? null : 'TERMS_NOT_ACCEPTED';
}

export function denyModeration(viewer: Pick<Viewer, 'role'>): ShownErrorCode | null {
  return viewer.role === 'member' ? 'TEAM_ONLY' : null;
}

export function denyAdministration(viewer: Pick<Viewer, 'role'>): ErrorCode | null {
  return viewer.role === 'admin' ? null : 'ADMIN_ONLY';
}

/** It requires the role and a second factor that this session has given. */
export function denyBackOffice(viewer: Pick<Viewer, 'role' | 'provenAt'>): ErrorCode | null {
  return denyModeration(viewer) ?? (viewer.provenAt === null ? 'SECOND_FACTOR_REQUIRED' : null);
}

/** Grave acts delete, give a role, take data out or open a conversation. `now` is in milliseconds. */
export function denyGraveAct({ provenAt }: Pick<Viewer, 'provenAt'>, now: number): ErrorCode | null {
  const isRecent = provenAt !== null && now - provenAt < PROOF_MINUTES * 60_000;
  return isRecent ? null : 'PROOF_REQUIRED';
}

/** `now` is in milliseconds. */
export function denyPrivateReading({ provenAt }: Pick<Viewer, 'provenAt'>, now: number): ErrorCode | null {
  const isRecent = provenAt !== null && now - provenAt < READING_PROOF_HOURS * 3_600_000;
  return isRecent ? null : 'PROOF_REQUIRED';
}
