import { announce } from './kit/announcer.tsx';

/** Something that an open client tells its member at once (docs/specification.md#channels-to-a-member). */
export type LiveNotice = {
  /** The same in every tab. */
  id: string;
  /** For screen readers, also where no toast is shown. */
  heard: string;
  title: string;
  description?: string;
  sosId: string;
  /** `chat` opens the conversation, `help` takes a seat there first. */
  action: 'chat' | 'help';
  /** Pages of this SOS, or home, that show it by themselves. */
  shownOn: readonly ('chat' | 'sos' | 'home')[];
};

type Show = (notice: LiveNotice) => void;

let show: Show | null = null;

/** Returns how to disconnect. */
export function connectNotices(next: Show): () => void {
  show = next;
  return () => {
    show = null;
  };
}

export function tellAtOnce(notice: LiveNotice): void {
  if (show) show(notice);
  else announce(notice.heard);
}
