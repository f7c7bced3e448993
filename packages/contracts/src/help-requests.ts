import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { askableSosOutput, helpRequestOutput } from './help-requests-output.ts';
import { denyJoinSos, isEnded, type Sos } from './sos.ts';

/** Invitations per SOS, so that no requester floods the community. */
export const HELP_REQUESTS_MAX = 10;
/** The newest first. */
export const HOME_HELP_REQUESTS = 5;

/** One of the viewer's own SOS. */
export type AskableSos = z.infer<typeof askableSosOutput>;

export type HelpRequest = z.infer<typeof helpRequestOutput>;

export function denyHelpRequest(memberId: string, sos: Sos): ErrorCode | null {
  const helps = sos.helpers.some((helper) => helper.id === memberId);
  return helps && !isEnded(sos) ? 'ALREADY_HELPING' : denyJoinSos(memberId, sos);
}
