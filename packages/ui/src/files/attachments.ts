import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useShallow } from 'zustand/react/shallow';
import { sharedStorage } from '../kit/shared-storage.ts';

/**
 * `file` is set once the server has accepted the file; it survives a restart, the bytes do not. `shownAt` is
 * the place that shows the file already.
 */
export type Attachment = {
  id: string;
  name: string;
  bytes: number;
  alt: string;
  file: FileRef | null;
  shownAt?: string;
  voice?: Required<Pick<FileRef, 'seconds' | 'waveform'>>;
};

/** This suffix marks keys of drafts that last only as long as their window. */
export const UNKEPT = '/unkept';

type Drafts = { drafts: Record<string, Attachment[]> };

export const useAttachmentDrafts = create<Drafts>()(
  persist((): Drafts => ({ drafts: {} }), {
    name: 'guilde-attachments',
    version: 1,
    storage: sharedStorage<Drafts>(),
    partialize: ({ drafts }) => ({
      drafts: Object.fromEntries(Object.entries(drafts).filter(([key]) => !key.endsWith(UNKEPT))),
    }),
  }),
);

const NONE: Attachment[] = [];

export function useAttachments(key: string): Attachment[] {
  return useAttachmentDrafts(({ drafts }) => drafts[key] ?? NONE);
}

export function attachmentsOf(key: string): Attachment[] {
  return useAttachmentDrafts.getState().drafts[key] ?? NONE;
}

export function changeAttachments(key: string, change: (known: Attachment[]) => Attachment[]): void {
  useAttachmentDrafts.setState(({ drafts }) => {
    const { [key]: known = NONE, ...others } = drafts;
    const changed = change(known);
    return { drafts: changed.length > 0 ? { ...others, [key]: changed } : others };
  });
}

export function changeAttachment(key: string, id: string, change: Partial<Attachment>): void {
  changeAttachments(key, (known) => known.map((one) => (one.id === id ? { ...one, ...change } : one)));
}

/** Keys begin with the member’s id. */
export function forgetAttachmentsOf(memberId: string): void {
  useAttachmentDrafts.setState(({ drafts }) => ({
    drafts: Object.fromEntries(Object.entries(drafts).filter(([key]) => !key.startsWith(`${memberId}/`))),
  }));
}

/** `sent` is in bytes; `problem` says why the upload stopped, `isRefused` that the same file stops again. */
type Progress = { sent: number; problem: string | null; isRefused?: boolean };

export const useProgress = create<{ byId: Record<string, Progress> }>(() => ({ byId: {} }));

export function setProgress(id: string, progress: Progress): void {
  useProgress.setState(({ byId }) => ({ byId: { ...byId, [id]: progress } }));
}

export type AttachmentState = 'ready' | 'sending' | 'failed' | 'lost';

/** The state is `lost` when a restart has taken the bytes before they were sent. */
export function stateOf({ file, id }: Attachment, progress: Progress | undefined): AttachmentState {
  if (file) return 'ready';
  if (!contents.has(id)) return 'lost';
  return progress?.problem ? 'failed' : 'sending';
}

export function useAttachmentStates(attachments: readonly Attachment[]): AttachmentState[] {
  return useProgress(useShallow(({ byId }) => attachments.map((one) => stateOf(one, byId[one.id]))));
}

/**
 * Only a voice message has a `waveform`. `still` is the first frame of a picture that moves, and null while that
 * is not known.
 */
type Content = { blob: Blob; url: string | null; still?: string | null; waveform?: number[] };

const MAY_MOVE = /^image\/(gif|webp)$/;

const contents = new Map<string, Content>();

/** Returns what was chosen on this page, or undefined after a restart. */
export function contentOf(id: string): Content | undefined {
  return contents.get(id);
}

/** Pictures and voice messages stay until the page goes, so that a message that was just sent shows its own at once. */
export function keepContent(id: string, blob: Blob, waveform?: number[]): void {
  const url = /^(?:image|audio)\//.test(blob.type) ? URL.createObjectURL(blob) : null;
  const unknown = MAY_MOVE.test(blob.type) ? { still: null } : {};
  contents.set(id, { blob, url, ...unknown, ...(waveform && { waveform }) });
}

/** `still` is undefined for a picture that does not move, and null when its first frame cannot be drawn. */
export function keepStill(id: string, still: Blob | null | undefined): void {
  const content = contents.get(id);
  if (!content) return;
  if (still === undefined) delete content.still;
  else content.still = still && URL.createObjectURL(still);
}

/** Returns what may be shown of a picture of this device: one that moves stands still (WCAG 2.2.2). */
export function stillAddress(id: string): string | null {
  const content = contents.get(id);
  return (content?.still === undefined ? content?.url : content.still) ?? null;
}

/** Painting over one frame of a picture that moves would hide nothing. */
export function isStillPicture(id: string): boolean {
  const content = contents.get(id);
  return content?.still === undefined && (content?.blob.type ?? '').startsWith('image/');
}

export function dropContent(id: string): void {
  const { url, still } = contents.get(id) ?? {};
  for (const address of [url, still]) if (address) URL.revokeObjectURL(address);
  contents.delete(id);
}
