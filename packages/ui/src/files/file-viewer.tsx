import type { FileRef, FileSize } from '@guilde/contracts/files/rules.ts';
import { ChevronLeft, ChevronRight, Download, Pause, Play, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, OverlayClose } from '../kit/dialog.tsx';
import { useFocusReturn } from '../kit/focus-return.ts';
import { letterShortcutOf } from '../kit/letter-shortcuts.ts';
import { useOverlayParts } from '../kit/overlays.tsx';
import { fileAddress } from './file-address.ts';
import { useMotion } from './motion.ts';

/** « de Karim, hier 14:02 » */
export type ViewedPicture = { file: FileRef; caption: string };

export type ViewerProps = { pictures: readonly ViewedPicture[]; startId: string; onClose: () => void };

const SCALES = [1, 1.5, 2, 3, 4, 6];

/** Covers the window. Arrows lead to the next picture, + and − zoom, Escape and going back close it. */
export function FileViewer({
  place,
  pictures,
  startId,
  hasEarlier = false,
  onShow,
  onClose,
}: ViewerProps & {
  place: string;
  /** Tells whether there are pictures before the first one. */
  hasEarlier?: boolean;
  onShow?: (index: number) => void;
}) {
  const Parts = useOverlayParts()?.Dialog;
  const focusReturn = useFocusReturn();
  const { index, zoom, setZoom, go, zoomBy, onKeyDown } = useNavigation(pictures, startId);
  const shown = pictures[index];
  const motion = useMotion(shown ? fileAddress(place, shown.file, 'full') : '');
  const report = useEffectEvent((at: number) => onShow?.(at));
  useEffect(() => report(index), [index]);
  if (!shown) return null;
  const { file, caption } = shown;
  const name = file.alt ?? 'Photo sans description';
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      {Parts && (
        <Parts.Portal>
          <Parts.Content
            data-slot="dialog"
            aria-describedby={undefined}
            {...focusReturn}
            onKeyDown={onKeyDown}
            className="fixed inset-0 z-50 flex flex-col bg-background pt-safe pb-safe text-foreground data-[state=open]:animate-fade-in"
          >
            <div className="flex min-h-16 flex-wrap items-center gap-1 pr-16 pl-4">
              <div className="min-w-[min(10rem,100%)] flex-1">
                <Parts.Title className="line-clamp-2 text-base">{name}</Parts.Title>
                <p className="truncate text-sm text-muted-foreground">
                  {`${caption}${pictures.length > 1 && !hasEarlier ? ` · ${index + 1} sur ${pictures.length}` : ''}`}
                </p>
              </div>
              {motion.isMoving && <PlayTool isPlayed={motion.isPlayed} onClick={motion.toggle} />}
              <ZoomTools zoom={zoom} onZoom={zoomBy} />
              <DownloadLink place={place} file={file} />
            </div>
            <Stage
              key={file.id}
              place={place}
              file={file}
              size={motion.size}
              scale={SCALES[zoom] ?? 1}
              onZoom={() => setZoom(zoom === 0 ? 2 : 0)}
            />
            {pictures.length > 1 && (
              <>
                <Turn label="Photo précédente" side="left" isOff={index === 0} onClick={() => go(-1)} />
                <Turn
                  label="Photo suivante"
                  side="right"
                  isOff={index === pictures.length - 1}
                  onClick={() => go(1)}
                />
              </>
            )}
            <OverlayClose />
          </Parts.Content>
        </Parts.Portal>
      )}
    </Dialog>
  );
}

function useNavigation(pictures: readonly ViewedPicture[], startId: string) {
  const [id, setId] = useState(startId);
  const [zoom, setZoom] = useState(0);
  const index = Math.max(
    0,
    pictures.findIndex(({ file }) => file.id === id),
  );
  const go = (step: number) => {
    const next = pictures[index + step];
    if (!next) return;
    setId(next.file.id);
    setZoom(0);
  };
  const zoomBy = (step: number) => setZoom((now) => Math.min(SCALES.length - 1, Math.max(0, now + step)));
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    const character = letterShortcutOf(nativeEvent);
    if (key === 'ArrowLeft' && zoom === 0) go(-1);
    if (key === 'ArrowRight' && zoom === 0) go(1);
    if (character === '+' || character === '=') zoomBy(1);
    if (character === '-') zoomBy(-1);
    if (character === '0') setZoom(0);
  };
  return { index, zoom, setZoom, go, zoomBy, onKeyDown };
}

function PlayTool({ isPlayed, onClick }: { isPlayed: boolean; onClick: () => void }) {
  return (
    <Tool label={isPlayed ? 'Arrêter l’animation' : 'Lire l’animation'} onClick={onClick}>
      {isPlayed ? <Pause /> : <Play />}
    </Tool>
  );
}

function ZoomTools({ zoom, onZoom }: { zoom: number; onZoom: (step: number) => void }) {
  return (
    <div className="flex max-md:hidden">
      <Tool label="Réduire" isOff={zoom === 0} onClick={() => onZoom(-1)}>
        <ZoomOut />
      </Tool>
      <Tool label="Agrandir" isOff={zoom === SCALES.length - 1} onClick={() => onZoom(1)}>
        <ZoomIn />
      </Tool>
    </div>
  );
}

function DownloadLink({ place, file }: { place: string; file: FileRef }) {
  return (
    <Button asChild variant="ghost" size="icon">
      <a
        href={`${fileAddress(place, file, 'full')}?download`}
        download={file.name}
        aria-label="Télécharger"
        title="Télécharger"
      >
        <Download />
      </a>
    </Button>
  );
}

/** A larger picture is scrolled; fingers pinch as anywhere. */
function Stage({
  place,
  file,
  size,
  scale,
  onZoom,
}: {
  place: string;
  file: FileRef;
  size: FileSize | undefined;
  scale: number;
  onZoom: () => void;
}) {
  return (
    <div className="grid min-h-0 flex-1 touch-manipulation [place-items:safe_center] overflow-auto p-2">
      <button
        type="button"
        aria-label={scale === 1 ? 'Agrandir la photo' : 'Voir la photo en entier'}
        className={
          scale === 1 ? 'flex max-h-full min-h-0 max-w-full cursor-zoom-in justify-center' : 'cursor-zoom-out'
        }
        onClick={onZoom}
      >
        <img
          src={size && fileAddress(place, file, size)}
          alt={file.alt ?? ''}
          width={file.width}
          height={file.height}
          className={`${scale === 1 ? 'max-h-full max-w-full' : 'max-w-none'} h-auto object-contain`}
          style={scale === 1 ? { width: 'auto' } : { width: zoomedWidth(file, scale), height: 'auto' }}
        />
      </button>
    </div>
  );
}

/** `scale` is relative to the size at which the picture fits into the window. */
function zoomedWidth({ width = 1, height = 1 }: FileRef, scale: number): string {
  return `calc(${scale} * min(100vw, ${width}px, 85dvh * ${width / height}))`;
}

function Tool({
  label,
  isOff = false,
  ...props
}: {
  label: string;
  isOff?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return <Button variant="ghost" size="icon" aria-label={label} title={label} disabled={isOff} {...props} />;
}

function Turn({
  label,
  side,
  isOff,
  onClick,
}: {
  label: string;
  side: 'left' | 'right';
  isOff: boolean;
  onClick: () => void;
}) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <Button
      variant="outline"
      size="icon"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onClick}
      className={`absolute top-1/2 size-11 -translate-y-1/2 rounded-full bg-background/80 ${side === 'left' ? 'left-3' : 'right-3'}`}
    >
      <Icon />
    </Button>
  );
}
