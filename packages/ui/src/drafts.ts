import { useContactDrafts } from './contact/contact-draft.ts';
import { forgetUnsentOf } from './conversations/outgoing.ts';
import { useSosDrafts } from './sos/sos-draft.ts';

/** Removes from this device all that a member has written and not sent. */
export function forgetDrafts(memberId: string): void {
  forgetUnsentOf(memberId);
  useSosDrafts.getState().drop(memberId);
  const draft = useContactDrafts.getState().byWriter[memberId];
  if (draft) useContactDrafts.getState().drop(memberId, draft.id);
}
