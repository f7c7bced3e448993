import type { ErrorCode } from './errors.ts';

export type Role = 'member' | 'admin';

/** Made by the server from the session, never from the input. */
export type Viewer = {
  id: string;
  sessionId: string;
  role: Role;
  /** All six steps are done. */
  profileComplete: boolean;
};

/** The community is for complete profiles (docs/decisions.md#profile). */
export function denyCommunity(viewer: Pick<Viewer, 'profileComplete'>): ErrorCode | null {
  return viewer.profileComplete ? null : 'PROFILE_INCOMPLETE';
}

export function denyAdministration(viewer: Pick<Viewer, 'role'>): ErrorCode | null {
  return viewer.role === 'admin' ? null : 'ADMIN_ONLY';
}
