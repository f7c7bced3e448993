import type { ErrorCode } from './errors.ts';
import type { MemberRef } from './profiles.ts';
import { denyJoinSos, isEnded, type Sos } from './sos.ts';

/** How many members the requester may invite to one SOS, so that nobody wears the community out. */
export const HELP_REQUESTS_MAX = 10;
/** How many requests the dashboard shows, the newest first. */
export const HOME_HELP_REQUESTS = 5;

/** An SOS of the viewer's own on which a member could help. Instants in ISO 8601. */
export type AskableSos = {
  id: string;
  title: string;
  /** When the viewer invited this member; null: not yet. */
  requestedAt: string | null;
  /** Why it is no longer possible; null where it is, or has been done. */
  denied: ErrorCode | null;
};

/** Somebody invites the viewer to help. */
export type HelpRequest = { sos: { id: string; title: string }; requester: MemberRef };

/** A member can be invited while the SOS is not ended, has a seat, and they are not there already. */
export function denyHelpRequest(memberId: string, sos: Sos): ErrorCode | null {
  const helps = sos.helpers.some((helper) => helper.id === memberId);
  return helps && !isEnded(sos) ? 'ALREADY_HELPING' : denyJoinSos(memberId, sos);
}
