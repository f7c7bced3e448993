import { useContactDrafts } from './contact/contact-draft.ts';
import { forgetUnsentOf, useUnsent } from './conversations/outgoing.ts';
import { useSosDrafts } from './sos/sos-draft.ts';

/**
 * What a member has written and not sent stays on this device for them: through a reload, a crash and a session that has
 * expired. It goes when they sign out, when their session is ended elsewhere, and when somebody else signs in.
 */
export function forgetDrafts(memberId: string): void {
  forgetUnsentOf(memberId);
  useSosDrafts.getState().drop(memberId);
  const draft = useContactDrafts.getState().byWriter[memberId];
  if (draft) useContactDrafts.getState().drop(memberId, draft.id);
}

/** Whether a member has written something here that is not sent. */
export function hasDrafts(memberId: string): boolean {
  const { messages, drafts } = useUnsent.getState();
  return (
    memberId in useSosDrafts.getState().byMember ||
    memberId in useContactDrafts.getState().byWriter ||
    Object.values(messages).some((message) => message.memberId === memberId) ||
    Object.keys(drafts).some((key) => key.startsWith(`${memberId}/`))
  );
}

/** Removes from this device all that anybody but this member has written and not sent; a visitor's message too. */
export function forgetDraftsOfOthers(memberId: string): void {
  const { messages, drafts } = useUnsent.getState();
  const writers = new Set([
    ...Object.values(messages).map((message) => message.memberId),
    ...Object.keys(drafts).map((key) => key.slice(0, key.indexOf('/'))),
    ...Object.keys(useSosDrafts.getState().byMember),
    ...Object.keys(useContactDrafts.getState().byWriter),
  ]);
  for (const writer of writers) if (writer !== memberId) forgetDrafts(writer);
}
