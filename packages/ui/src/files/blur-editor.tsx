import { EyeOff, Trash2, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent } from '../kit/dialog.tsx';
import { plural } from '../kit/format.ts';
import { Spinner } from '../kit/spinner.tsx';
import { toast } from '../kit/toast.ts';
import type { Attachment } from './attachments.ts';
import { areaAt, movedBy, START, useStroke } from './blur-areas.ts';
import { type Area, canvasSize, paint, paintedFile } from './painting.ts';

const SCALES = [1, 1.5, 2, 3, 4, 6];

type Covered = Area & { id: number };

const FULL_SCREEN =
  'inset-0 max-h-none rounded-none border-0 pt-[max(1.25rem,env(safe-area-inset-top))] md:inset-0 md:w-full md:max-w-none md:translate-0 md:rounded-none';

/**
 * It covers the window. A stroke or a tap covers a part of the picture; the keyboard adds, moves, resizes and removes
 * covered parts. `onDone` gets a picture that has nothing of what was covered.
 */
export function BlurEditor({
  attachment,
  blob,
  onDone,
  onClose,
  onReturnFocus,
}: {
  attachment: Attachment;
  blob: Blob;
  onDone: (painted: File) => void;
  onClose: () => void;
  /** It is called once the editor is gone. */
  onReturnFocus: () => void;
}) {
  const picture = usePicture(blob, onClose);
  const canvas = useRef<HTMLCanvasElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const covered = useCoveredAreas(() => addButton.current?.focus());
  const { areas } = covered;
  const [zoom, setZoom] = useState(0);
  useEffect(() => {
    if (canvas.current && picture) paint(canvas.current, picture, areas);
  }, [picture, areas]);
  const done = async () => {
    if (canvas.current && areas.length > 0)
      onDone(await paintedFile(canvas.current, attachment.name, blob.type));
    onClose();
  };
  const leave = () => {
    if (areas.length > 0)
      toast.info('Image inchangée', {
        description: 'Pour garder ce que tu floutes, choisis «\u00a0Terminé\u00a0».',
      });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && leave()}>
      <DialogContent
        startsOnTitle
        className={FULL_SCREEN}
        title="Flouter"
        description="Touche ou recouvre ce qui ne doit pas se voir. Ce qui devient noir disparaît du fichier envoyé."
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          setTimeout(onReturnFocus);
        }}
      >
        <div className="grid min-h-40 flex-1 [container-type:size] [place-items:safe_center] overflow-auto rounded-md bg-muted">
          {picture ? (
            <Picture size={canvasSize(picture)} scale={SCALES[zoom] ?? 1} canvas={canvas} covered={covered} />
          ) : (
            <Spinner text="Ouverture de l’image" />
          )}
        </div>
        <output className="sr-only">
          {areas.length > 0 && plural(areas.length, 'zone floutée', 'zones floutées')}
        </output>
        <div className="flex flex-wrap items-center gap-2">
          <AreaTools ref={addButton} covered={covered} disabled={!picture} />
          <ZoomTools zoom={zoom} onZoom={setZoom} />
          <Button className="max-md:w-full md:ml-auto" disabled={!picture} onClick={() => void done()}>
            Terminé
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}

type AreaToolsProps = {
  /** It is the button that adds an area. */
  ref: React.RefObject<HTMLButtonElement | null>;
  covered: CoveredAreas;
  disabled: boolean;
};

function AreaTools({ ref, covered, disabled }: AreaToolsProps) {
  return (
    <>
      <Button
        ref={ref}
        variant="outline"
        className="max-md:flex-1 max-md:px-2"
        disabled={disabled}
        onClick={() => covered.add(START)}
      >
        <EyeOff />
        Flouter une zone
      </Button>
      <Button
        variant="ghost"
        className="max-md:flex-1 max-md:px-2"
        disabled={covered.areas.length === 0}
        onClick={() => covered.remove(covered.selected)}
      >
        <Trash2 />
        Retirer la zone
      </Button>
    </>
  );
}

/** Fingers pinch instead, as anywhere in the browser. */
function ZoomTools({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  return (
    <div className="flex pointer-coarse:hidden">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Réduire"
        title="Réduire"
        disabled={zoom === 0}
        onClick={() => onZoom(zoom - 1)}
      >
        <ZoomOut />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Agrandir"
        title="Agrandir"
        disabled={zoom === SCALES.length - 1}
        onClick={() => onZoom(zoom + 1)}
      >
        <ZoomIn />
      </Button>
    </div>
  );
}

type PictureProps = {
  size: { width: number; height: number };
  scale: number;
  canvas: React.RefObject<HTMLCanvasElement | null>;
  covered: CoveredAreas;
};

/** At scale 1 the whole picture is in view. A tap on a covered part selects it. */
function Picture({ size, scale, canvas, covered }: PictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const { drawn, handlers } = useStroke((area, tap) => {
    const at = tap ? areaAt(covered.areas, tap) : -1;
    if (at < 0) covered.add(area);
    else box.current?.querySelectorAll<HTMLElement>('[data-area]')[at]?.focus();
  });
  return (
    <div
      ref={box}
      className="relative shrink-0 cursor-crosshair touch-pinch-zoom select-none"
      style={{
        width: `calc(min(100cqw, 100cqh * ${size.width / size.height}, ${size.width}px) * ${scale})`,
      }}
      {...handlers}
    >
      <canvas ref={canvas} width={size.width} height={size.height} className="block h-auto w-full" />
      {covered.areas.map((area, index) => (
        <CoveredArea
          key={area.id}
          area={area}
          number={index + 1}
          onChange={(changed) => covered.change({ ...changed, id: area.id })}
          onRemove={() => covered.remove(area.id)}
          onSelect={() => covered.select(area.id)}
        />
      ))}
      {drawn && <span style={placeOf(drawn)} className="absolute bg-black/60 ring-2 ring-primary" />}
    </div>
  );
}

function CoveredArea({
  area,
  number,
  onChange,
  onRemove,
  onSelect,
}: {
  area: Area;
  number: number;
  onChange: (area: Area) => void;
  onRemove: () => void;
  onSelect: () => void;
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = movedBy(area, event);
    if (moved) onChange(moved);
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    else return;
    event.preventDefault();
  };
  return (
    <button
      ref={focusOnMount}
      type="button"
      data-area
      aria-label={`Zone floutée ${number}. Flèches\u00a0: déplacer, Maj et flèches\u00a0: agrandir ou réduire, Suppr\u00a0: retirer.`}
      className="pointer-events-none absolute outline-offset-2 shadow-[0_0_0_1px_white]"
      style={placeOf(area)}
      onKeyDown={onKeyDown}
      onFocus={onSelect}
    />
  );
}

function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

function placeOf({ x, y, width, height }: Area) {
  const percent = (share: number) => `${share * 100}%`;
  return { left: percent(x), top: percent(y), width: percent(width), height: percent(height) };
}

type CoveredAreas = ReturnType<typeof useCoveredAreas>;

function useCoveredAreas(onRemoved: () => void) {
  const [areas, setAreas] = useState<Covered[]>([]);
  const lastId = useRef(0);
  const [selected, select] = useState<number>();
  return {
    areas,
    selected,
    select,
    add: (area: Area) => {
      const id = ++lastId.current;
      setAreas((known) => [...known, { ...area, id }]);
    },
    change: (changed: Covered) =>
      setAreas((known) => known.map((one) => (one.id === changed.id ? changed : one))),
    remove: (removed: number | undefined) => {
      const left = areas.filter(({ id }) => id !== removed);
      setAreas(left);
      select(left.at(-1)?.id);
      onRemoved();
    },
  };
}

function usePicture(blob: Blob, onFailure: () => void): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const fail = useRef(onFailure);
  useEffect(() => {
    let isOpen = true;
    createImageBitmap(blob).then(
      (bitmap) => isOpen && setPicture(bitmap),
      () => {
        toast.error('Cette image ne s’ouvre pas ici.');
        fail.current();
      },
    );
    return () => {
      isOpen = false;
    };
  }, [blob]);
  return picture;
}
