import { MESSAGE_FILES_MAX } from '@guilde/contracts/files.ts';
import { Paperclip } from 'lucide-react';
import {
  type ClipboardEvent,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { changeAttachments, stateOf, useAttachments, useProgress } from '../files/attachments.ts';
import type { UploadPlace } from '../files/uploading.ts';
import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.ts';
import { usePlatform } from '../platform.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { useMemberContext } from './member-context.ts';
import { draftKey } from './outgoing.ts';

const AttachmentTray = lazyPart(async () => (await import('../files/attachment-tray.tsx')).AttachmentTray);

/** What the picker offers; the content decides. */
const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif,image/heic,image/heif,.pdf,.csv,.txt,.xlsx,.docx';

export function useComposerFiles(conversationId: string) {
  const { memberId } = useMemberContext();
  const platform = usePlatform();
  const key = draftKey(memberId, conversationId);
  const attachments = useAttachments(key);
  const areReady = useProgress(({ byId }) =>
    attachments.every((one) => stateOf(one, byId[one.id]) === 'ready'),
  );
  const place = useMemo(
    (): UploadPlace => ({
      platform,
      key,
      path: `/api/conversations/${conversationId}/files`,
      max: MESSAGE_FILES_MAX,
    }),
    [platform, key, conversationId],
  );
  const add = useCallback(
    (files: readonly File[]) => {
      if (files.length === 0) return;
      void import('../files/uploading.ts').then(({ attach }) => {
        const problem = attach(place, files);
        if (problem) toast.error(problem);
      });
    },
    [place],
  );
  return {
    place,
    attachments,
    areReady,
    add,
    /** Those that go with a message that is sent now. */
    accepted: attachments.flatMap(({ file }) => file ?? []),
    clear: () => changeAttachments(key, () => []),
    /** Screenshots; a text beside them, as spreadsheets copy, wins. */
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files];
      if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
      event.preventDefault();
      add(files);
    },
  };
}

export type ComposerFiles = ReturnType<typeof useComposerFiles>;

export function AttachButton({ files }: { files: ComposerFiles }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        type="button"
        variant="ghost"
        size="icon"
        aria-label="Joindre des fichiers"
        title="Joindre des fichiers"
        className="size-11 shrink-0"
        onClick={() => input.current?.click()}
      >
        <Paperclip aria-hidden strokeWidth={1.75} />
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Fichiers"
        accept={ACCEPTED}
        onChange={({ currentTarget }) => {
          files.add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Above the field; also where files are dropped, anywhere on the conversation. */
export function ComposerFilesTray({
  files,
  form,
}: {
  files: ComposerFiles;
  form: RefObject<HTMLElement | null>;
}) {
  const isOver = useFileDrop(form, files.add);
  return (
    <>
      {files.attachments.length > 0 && (
        <Suspense fallback={null}>
          <AttachmentTray place={files.place} attachments={files.attachments} />
        </Suspense>
      )}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-xl border-2 border-dashed border-primary bg-background/85 text-lg font-medium">
          Dépose tes fichiers ici
        </div>
      )}
    </>
  );
}

function useFileDrop(form: RefObject<HTMLElement | null>, add: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const pane = form.current?.closest('section');
    if (!pane) return;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !pane.contains(relatedTarget)) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      add([...(event.dataTransfer?.files ?? [])]);
    };
    pane.addEventListener('dragover', over);
    pane.addEventListener('dragleave', leave);
    pane.addEventListener('drop', drop);
    return () => {
      pane.removeEventListener('dragover', over);
      pane.removeEventListener('dragleave', leave);
      pane.removeEventListener('drop', drop);
    };
  }, [form, add]);
  return isOver;
}
