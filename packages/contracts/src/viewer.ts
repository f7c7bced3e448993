import type { ErrorCode } from './errors.ts';

export type Role = 'member' | 'admin';

/** Who is asking: made by the server from the session, never from the input. */
export type Viewer = {
  id: string;
  sessionId: string;
  role: Role;
  /** The six steps of the profile are done: the condition for everything but the account and the wizard. */
  profileComplete: boolean;
};

/** The community is for members whose profile is complete (docs/decisions.md#profile). */
export function denyCommunity(viewer: Pick<Viewer, 'profileComplete'>): ErrorCode | null {
  return viewer.profileComplete ? null : 'PROFILE_INCOMPLETE';
}

/** The back office is for administrators. */
export function denyAdministration(viewer: Pick<Viewer, 'role'>): ErrorCode | null {
  return viewer.role === 'admin' ? null : 'ADMIN_ONLY';
}
