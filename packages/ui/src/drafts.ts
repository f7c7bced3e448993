import { useEffect } from 'react';
import { useContactDrafts, useVisitorDrafts, writerOf } from './contact/contact-draft.ts';
import { forgetUnsentOf, useUnsent } from './conversations/outgoing.ts';
import { forgetShared } from './conversations/shared.ts';
import { draftKeys, useDealDrafts } from './deals/deal-draft.ts';
import { useEventDrafts } from './events/event-draft.ts';
import { forgetAttachmentsOf, useAttachmentDrafts } from './files/attachments.ts';
import { forgetMemoryOf, keepMemoryOf } from './kit/member-drafts.ts';
import { usePlatform } from './platform.ts';
import { useSosDrafts } from './sos/sos-draft.ts';

/**
 * Unsent texts stay on this device through a reload, a crash and an expired session, but not after a
 * sign-out, a session ended elsewhere, or a sign-in of somebody else.
 */
export function forgetDrafts(memberId: string): void {
  forgetUnsentOf(memberId);
  forgetAttachmentsOf(memberId);
  void forgetShared();
  forgetMemoryOf(memberId);
  useSosDrafts.getState().drop(memberId);
  useEventDrafts.getState().drop(memberId);
  for (const key of draftKeys(memberId)) useDealDrafts.getState().drop(key);
  const { byWriter, drop } = useContactDrafts.getState();
  for (const [key, { id }] of Object.entries(byWriter)) if (writerOf(key) === memberId) drop(key, id);
}

export function hasDrafts(memberId: string): boolean {
  const { messages, drafts } = useUnsent.getState();
  return (
    memberId in useSosDrafts.getState().byMember ||
    memberId in useEventDrafts.getState().byMember ||
    draftKeys(memberId).some((key) => key in useDealDrafts.getState().byMember) ||
    Object.keys(useContactDrafts.getState().byWriter).some((key) => writerOf(key) === memberId) ||
    Object.values(messages).some((message) => message.memberId === memberId) ||
    Object.keys(useAttachmentDrafts.getState().drafts).some((key) => key.startsWith(`${memberId}/`)) ||
    Object.keys(drafts).some((key) => key.startsWith(`${memberId}/`))
  );
}

/** The desktop app has drafts and unsent messages on the disk as soon as they are stored. */
export function useDraftsOnDisk(): void {
  const { desktop } = usePlatform();
  useEffect(() => {
    if (!desktop) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(timer);
      // A store tells its listeners before it writes.
      timer = setTimeout(desktop.saveStorage);
    };
    const stops = [
      useUnsent,
      useSosDrafts,
      useEventDrafts,
      useDealDrafts,
      useContactDrafts,
      useAttachmentDrafts,
    ].map((store) => store.subscribe(save));
    return () => {
      for (const stop of stops) stop();
    };
  }, [desktop]);
}

/** Drafts of visitors are forgotten too. */
export function forgetDraftsOfOthers(memberId: string): void {
  keepMemoryOf(memberId);
  const { messages, drafts } = useUnsent.getState();
  const writers = new Set([
    ...Object.values(messages).map((message) => message.memberId),
    ...Object.keys(drafts).map((key) => key.slice(0, key.indexOf('/'))),
    ...Object.keys(useAttachmentDrafts.getState().drafts).map((key) => key.slice(0, key.indexOf('/'))),
    ...Object.keys(useSosDrafts.getState().byMember),
    ...Object.keys(useEventDrafts.getState().byMember),
    ...Object.keys(useDealDrafts.getState().byMember).map((key) => key.replace('/offer', '')),
    ...Object.keys(useContactDrafts.getState().byWriter).map(writerOf),
  ]);
  for (const writer of writers) if (writer !== memberId) forgetDrafts(writer);
  useVisitorDrafts.setState({ byWriter: {} });
}
