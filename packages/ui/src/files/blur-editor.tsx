import { Undo2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '../kit/dialog.tsx';
import { plural } from '../kit/format.ts';
import { Spinner } from '../kit/spinner.tsx';
import { toast } from '../kit/toast.ts';
import type { Attachment } from './attachments.ts';
import { type Area, canvasSize, paint, paintedFile } from './painting.ts';

/** The numbers are shares of the picture’s sides. */
const START: Area = { x: 0.3, y: 0.4, width: 0.4, height: 0.2 };
const STEP = 0.02;
const SMALLEST = 0.01;

/**
 * Areas are drawn with a pointer or a finger, or moved, resized and painted by keyboard. `onDone` gets a picture that
 * has nothing of what was painted over.
 */
export function BlurEditor({
  attachment,
  blob,
  onDone,
  onClose,
}: {
  attachment: Attachment;
  blob: Blob;
  onDone: (painted: File) => void;
  onClose: () => void;
}) {
  const picture = usePicture(blob, onClose);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [areas, setAreas] = useState<Area[]>([]);
  const [frame, setFrame] = useState(START);
  const drag = useDrag(setFrame, (area) => setAreas((known) => [...known, area]));
  useEffect(() => {
    if (canvas.current && picture) paint(canvas.current, picture, areas);
  }, [picture, areas]);
  const addFrame = () => setAreas((known) => [...known, frame]);
  const undo = () => setAreas((known) => known.slice(0, -1));
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = movedBy(frame, event);
    if (!moved) return;
    event.preventDefault();
    setFrame(moved);
  };
  const save = async () => {
    if (!canvas.current) return;
    onDone(await paintedFile(canvas.current, attachment.name, blob.type));
    onClose();
  };
  const size = picture && canvasSize(picture);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        size="lg"
        title="Flouter"
        description="Trace un cadre sur ce qui ne doit pas se voir : noms, adresses, montants. Ce qui est flouté devient noir et disparaît du fichier envoyé."
      >
        <div className="grid min-h-40 shrink-0 place-items-center rounded-md bg-muted p-2">
          {!size && <Spinner text="Ouverture de l’image" />}
          {size && (
            <div className="relative max-w-full select-none" {...drag}>
              <canvas
                ref={canvas}
                width={size.width}
                height={size.height}
                className="block max-h-[50dvh] max-w-full touch-none cursor-crosshair max-md:max-h-[max(8rem,25dvh)]"
              />
              <Frame area={frame} onKeyDown={onKeyDown} onClick={addFrame} />
            </div>
          )}
        </div>
        <output className="sr-only">
          {areas.length > 0 && plural(areas.length, 'zone floutée', 'zones floutées')}
        </output>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" disabled={!picture} onClick={addFrame}>
            Flouter le cadre
          </Button>
          <Button variant="ghost" size="sm" disabled={areas.length === 0} onClick={undo}>
            <Undo2 aria-hidden strokeWidth={1.75} />
            Revenir en arrière
          </Button>
        </div>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Annuler
          </Button>
          <Button disabled={areas.length === 0} onClick={() => void save()}>
            Enregistrer
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

type FrameProps = { area: Area; onKeyDown: (event: KeyboardEvent) => void; onClick: () => void };

function Frame({ area, onKeyDown, onClick }: FrameProps) {
  return (
    <button
      type="button"
      aria-label="Cadre à flouter. Flèches : déplacer, Maj et flèches : agrandir ou réduire, Entrée : flouter."
      className="pointer-events-none absolute border-2 border-dashed border-primary shadow-[0_0_0_1px_white]"
      style={{
        left: percent(area.x),
        top: percent(area.y),
        width: percent(area.width),
        height: percent(area.height),
      }}
      onKeyDown={onKeyDown}
      onClick={onClick}
    />
  );
}

function percent(share: number): string {
  return `${share * 100}%`;
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

/** Follows the pointer from its press to its release. */
function useDrag(onMove: (area: Area) => void, onEnd: (area: Area) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const areaTo = (event: PointerEvent<HTMLElement>): Area | null => {
    if (!start.current) return null;
    const end = positionOf(event);
    return {
      x: Math.min(start.current.x, end.x),
      y: Math.min(start.current.y, end.y),
      width: Math.abs(start.current.x - end.x),
      height: Math.abs(start.current.y - end.y),
    };
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      start.current = positionOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const area = areaTo(event);
      if (area) onMove(area);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const area = areaTo(event);
      start.current = null;
      if (area && area.width > SMALLEST && area.height > SMALLEST) onEnd(area);
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}

function positionOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
  const box = currentTarget.getBoundingClientRect();
  const within = (value: number) => Math.min(1, Math.max(0, value));
  return { x: within((clientX - box.left) / box.width), y: within((clientY - box.top) / box.height) };
}

const DIRECTIONS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** Returns null for other keys. Shift resizes; the frame stays within the picture. */
function movedBy(frame: Area, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Area | null {
  const by = DIRECTIONS[key];
  if (!by) return null;
  if (shiftKey)
    return {
      ...frame,
      width: Math.min(1 - frame.x, Math.max(STEP, frame.width + by.x)),
      height: Math.min(1 - frame.y, Math.max(STEP, frame.height + by.y)),
    };
  return {
    ...frame,
    x: Math.min(1 - frame.width, Math.max(0, frame.x + by.x)),
    y: Math.min(1 - frame.height, Math.max(0, frame.y + by.y)),
  };
}
