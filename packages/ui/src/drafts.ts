import { useContactDrafts } from './contact/contact-draft.ts';
import { forgetUnsentOf, useUnsent } from './conversations/outgoing.ts';
import { forgetShared } from './conversations/shared.ts';
import { forgetAttachmentsOf, useAttachmentDrafts } from './files/attachments.ts';
import { useSosDrafts } from './sos/sos-draft.ts';

/**
 * Unsent texts stay on this device through a reload, a crash and an expired session; not after a sign-out, a
 * session ended elsewhere, or a sign-in of somebody else.
 */
export function forgetDrafts(memberId: string): void {
  forgetUnsentOf(memberId);
  forgetAttachmentsOf(memberId);
  void forgetShared();
  useSosDrafts.getState().drop(memberId);
  const draft = useContactDrafts.getState().byWriter[memberId];
  if (draft) useContactDrafts.getState().drop(memberId, draft.id);
}

export function hasDrafts(memberId: string): boolean {
  const { messages, drafts } = useUnsent.getState();
  return (
    memberId in useSosDrafts.getState().byMember ||
    memberId in useContactDrafts.getState().byWriter ||
    Object.values(messages).some((message) => message.memberId === memberId) ||
    Object.keys(useAttachmentDrafts.getState().drafts).some((key) => key.startsWith(`${memberId}/`)) ||
    Object.keys(drafts).some((key) => key.startsWith(`${memberId}/`))
  );
}

/** Of other members and of visitors. */
export function forgetDraftsOfOthers(memberId: string): void {
  const { messages, drafts } = useUnsent.getState();
  const writers = new Set([
    ...Object.values(messages).map((message) => message.memberId),
    ...Object.keys(drafts).map((key) => key.slice(0, key.indexOf('/'))),
    ...Object.keys(useAttachmentDrafts.getState().drafts).map((key) => key.slice(0, key.indexOf('/'))),
    ...Object.keys(useSosDrafts.getState().byMember),
    ...Object.keys(useContactDrafts.getState().byWriter),
  ]);
  for (const writer of writers) if (writer !== memberId) forgetDrafts(writer);
}
