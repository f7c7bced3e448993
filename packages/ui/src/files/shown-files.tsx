import { bytesLabel, type FileRef } from '@guilde/contracts/files/rules.ts';
import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import { cn } from '../kit/cn.ts';
import { lazyPart } from '../shell/lazy-screen.tsx';
import { stillAddress } from './attachments.ts';
import { fileAddress } from './file-address.ts';
import type { ViewerProps } from './file-viewer.tsx';
import { shownSize } from './shown-size.ts';

const ShownVoice = lazyPart(async () => (await import('./shown-voice.tsx')).ShownVoice);
const FileViewer = lazyPart(async () => (await import('./file-viewer.tsx')).FileViewer);

type ShownFilesProps = {
  place: string;
  files: readonly FileRef[];
  /** « de Karim, hier 14:02 » */
  caption: string;
  /** A pending message is not stored yet, so its files cannot be opened. */
  isPending?: boolean;
  isEnd?: boolean;
  /** Replaces the viewer that shows only these files. */
  viewer?: ((props: ViewerProps) => ReactNode) | undefined;
};

/** Shows pictures and voice messages in place, and all else as cards that download. */
export function ShownFiles({
  place,
  files,
  caption,
  isPending = false,
  isEnd = false,
  viewer = (props) => <FileViewer place={place} {...props} />,
}: ShownFilesProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const pictures = files.filter(({ kind }) => kind === 'picture');
  const others = files.filter(({ kind }) => kind !== 'picture');
  return (
    <div className={cn('mt-1 flex max-w-full flex-col gap-1', isEnd && 'items-end')}>
      {pictures.length > 0 && (
        <ul
          className={cn(
            'grid max-w-full grid-cols-[minmax(0,1fr)] gap-1',
            pictures.length > 1 && 'w-80 max-w-full grid-cols-2',
          )}
          aria-label={pictures.length > 1 ? 'Photos' : undefined}
        >
          {pictures.map((file) => (
            <li key={file.id} className="min-w-0">
              <Picture
                place={place}
                file={file}
                isAlone={pictures.length === 1}
                isPending={isPending}
                onOpen={() => setOpenId(file.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {others.map((file) =>
        file.kind === 'voice' ? (
          <Suspense
            key={file.id}
            fallback={<div className="h-14.5 w-72 max-w-full rounded-md border bg-card" />}
          >
            <ShownVoice place={place} file={file} caption={caption} isPending={isPending} />
          </Suspense>
        ) : (
          <Document key={file.id} place={place} file={file} isPending={isPending} />
        ),
      )}
      {openId && (
        <Suspense fallback={null}>
          {viewer({
            pictures: pictures.map((file) => ({ file, caption })),
            startId: openId,
            onClose: () => setOpenId(null),
          })}
        </Suspense>
      )}
    </div>
  );
}

function Picture({
  place,
  file,
  isAlone,
  isPending,
  onOpen,
}: {
  place: string;
  file: FileRef;
  isAlone: boolean;
  isPending: boolean;
  onOpen: () => void;
}) {
  const { alt } = file;
  const blur = useMemo(() => blurOf(file.thumbhash), [file.thumbhash]);
  const { width, height } = shownSize(file);
  const size = isAlone ? { width, aspectRatio: `${width} / ${height}` } : { aspectRatio: '1 / 1' };
  const source = stillAddress(file.id) ?? (isPending ? undefined : fileAddress(place, file, 'preview'));
  return (
    <button
      type="button"
      disabled={isPending}
      aria-label={`Agrandir\u00a0: ${alt ?? 'photo sans description'}`}
      className="block max-w-full overflow-hidden rounded-md border bg-muted bg-cover bg-center"
      style={{ ...size, ...(blur ? { backgroundImage: `url(${blur})` } : {}) }}
      onClick={onOpen}
    >
      {source && (
        <img src={source} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      )}
    </button>
  );
}

function blurOf(thumbhash: string | undefined): string | null {
  if (!thumbhash) return null;
  return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)));
}

function Document({ place, file, isPending }: { place: string; file: FileRef; isPending: boolean }) {
  const Icon = /sheet|csv/.test(file.type) ? FileSpreadsheet : FileText;
  const content = (
    <>
      <Icon strokeWidth={1.5} className="size-7 shrink-0 text-muted-foreground" />
      <span className="grid min-w-0 flex-1 text-left">
        <span className="truncate text-sm font-medium">
          {!isPending && <span className="sr-only">Télécharger </span>}
          <span>{file.name}</span>{' '}
        </span>
        <span className="text-xs text-muted-foreground">{bytesLabel(file.bytes)}</span>
      </span>
      <Download className="size-4 shrink-0 text-muted-foreground" />
    </>
  );
  const look = 'flex w-72 max-w-full items-center gap-3 rounded-md border bg-card px-3 py-2';
  if (isPending) return <div className={look}>{content}</div>;
  return (
    <a href={fileAddress(place, file, 'full')} download={file.name} className={cn(look, 'hover:bg-muted')}>
      {content}
    </a>
  );
}
