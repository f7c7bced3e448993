import type { FileRef } from '@guilde/contracts/files/rules.ts';
import { Paperclip } from 'lucide-react';
import {
  type ClipboardEvent,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { toast } from '../kit/toast.ts';
import { usePlatform } from '../platform.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';
import {
  type AttachmentState,
  attachmentsOf,
  changeAttachments,
  stateOf,
  useAttachmentDrafts,
  useAttachments,
  useProgress,
} from './attachments.ts';
import { PickButton } from './pick-button.tsx';
import type { UploadPlace } from './uploading.ts';

const AttachmentTray = lazyPart(async () => (await import('./attachment-tray.tsx')).AttachmentTray);

/** Holds the attachments of a draft of a message or of an SOS. */
export function useAttaching({ key, path, max }: Omit<UploadPlace, 'platform'>) {
  const platform = usePlatform();
  const attachments = useAttachments(key);
  const isSending = useProgress(({ byId }) =>
    attachments.some((one) => stateOf(one, byId[one.id]) === 'sending'),
  );
  const place = useMemo((): UploadPlace => ({ platform, key, path, max }), [platform, key, path, max]);
  const add = useCallback(
    (files: readonly File[]) => {
      if (files.length === 0) return;
      void import('./uploading.ts').then(({ attach }) => {
        const problem = attach(place, files);
        if (problem) toast.error(problem);
      });
    },
    [place],
  );
  return {
    place,
    attachments,
    isSending,
    add,
    accepted: attachments.flatMap(({ file }) => file ?? []),
    /** What could not be sent stays in the draft. */
    clear: () => changeAttachments(key, (known) => known.filter(({ file }) => file === null)),
    /** It is called when a draft is given up, so that the server deletes its uploads too. */
    discard: () => discard(place),
    whenSent: () => whenSent(key),
    recheck: () => void import('./uploading.ts').then(({ recheck }) => recheck(place)),
    /** Attaches pasted screenshots; a pasted text wins, because spreadsheets copy a picture beside it. */
    onPaste: (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData);
      if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
      event.preventDefault();
      add(files);
    },
  };
}

function discard(place: UploadPlace): void {
  const given = attachmentsOf(place.key);
  if (given.length === 0) return;
  changeAttachments(place.key, () => []);
  void import('./uploading.ts').then(({ stopAll }) => stopAll(place, given));
}

/** Resolves when no upload is running any more; the result is null when one of them failed. */
async function whenSent(key: string): Promise<FileRef[] | null> {
  const states = (): AttachmentState[] => {
    const { byId } = useProgress.getState();
    return attachmentsOf(key).map((one) => stateOf(one, byId[one.id]));
  };
  while (states().includes('sending'))
    await new Promise<void>((resolve) => {
      const stop = [useAttachmentDrafts, useProgress].map((store) =>
        store.subscribe(() => {
          for (const end of stop) end();
          resolve();
        }),
      );
    });
  const accepted = attachmentsOf(key).map(({ file }) => file);
  return accepted.every((file) => file !== null) ? accepted : null;
}

export type Attaching = ReturnType<typeof useAttaching>;

export function AttachButton({ files }: { files: Attaching }) {
  return (
    <PickButton
      onPick={files.add}
      variant="ghost"
      size="icon"
      aria-label="Joindre des fichiers"
      title="Joindre des fichiers"
      className="size-11 shrink-0"
    >
      <Paperclip />
    </PickButton>
  );
}

/** Shows the chosen files, and accepts files dropped anywhere on the pane of `form`. */
export function AttachingArea({
  files,
  form,
  className,
}: {
  files: Attaching;
  form: RefObject<HTMLElement | null>;
  className?: string;
}) {
  const isOver = useFileDrop(form, files.add);
  return (
    <>
      {files.attachments.length > 0 && (
        <Suspense fallback={null}>
          <AttachmentTray
            place={files.place}
            attachments={files.attachments}
            className={className}
            onEmptied={() => focusAfterFiles(form.current)}
          />
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

/** A focused field would open the keyboard of a phone, which gets the button that adds files. */
function focusAfterFiles(form: HTMLElement | null): void {
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  form?.querySelector<HTMLElement>(isTouch ? '[data-pick]' : 'textarea')?.focus({ preventScroll: true });
}

/** A browser gives a folder as a file that it cannot read. */
function filesOf({ files, items }: DataTransfer): File[] {
  const entries = [...(items ?? [])]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry?.());
  const folders = new Set(entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : [])));
  for (const name of folders) toast.error(`«\u00a0${name}\u00a0» est un dossier. Ajoute ses fichiers.`);
  return [...files].filter(({ name }) => !folders.has(name));
}

function useFileDrop(form: RefObject<HTMLElement | null>, add: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const pane = form.current?.closest<HTMLElement>('[role="dialog"], section, main');
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
      if (event.dataTransfer) add(filesOf(event.dataTransfer));
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
