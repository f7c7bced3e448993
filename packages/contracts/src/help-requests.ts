import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { askableSosOutput, helpRequestOutput } from './help-requests-output.ts';
import { denyJoinSos, isEnded, type Sos } from './sos.ts';

/** How many members the requester may invite to one SOS, so that nobody wears the community out. */
export const HELP_REQUESTS_MAX = 10;
/** How many requests the dashboard shows, the newest first. */
export const HOME_HELP_REQUESTS = 5;

/** An SOS of the viewer's own on which a member could help. Instants in ISO 8601. */
export type AskableSos = z.infer<typeof askableSosOutput>;

/** Somebody invites the viewer to help. */
export type HelpRequest = z.infer<typeof helpRequestOutput>;

/** A member can be invited while the SOS is not ended, has a seat, and they are not there already. */
export function denyHelpRequest(memberId: string, sos: Sos): ErrorCode | null {
  const helps = sos.helpers.some((helper) => helper.id === memberId);
  return helps && !isEnded(sos) ? 'ALREADY_HELPING' : denyJoinSos(memberId, sos);
}
