import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import type { Area } from './painting.ts';

/** The keyboard starts with this area; the numbers are shares of the picture’s sides. */
export const START: Area = { x: 0.3, y: 0.4, width: 0.4, height: 0.2 };
const STEP = 0.02;

/** These sizes are CSS pixels on the screen. A tap covers about a word; a stroke is at least as thick as a line. */
const TAP = { width: 96, height: 32 };
const STROKE_MIN = 20;
const TAP_TOLERANCE = 6;

type Point = { x: number; y: number };

/** Returns the index of the uppermost area at the point, or -1. */
export function areaAt(areas: readonly Area[], { x, y }: Point): number {
  return areas.findLastIndex(
    (area) => x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height,
  );
}

/** Follows the pointer from its press to its release. `onEnd` gets the place too when it was a tap. */
export function useStroke(onEnd: (area: Area, tap: Point | null) => void) {
  const [drawn, setDrawn] = useState<Area | null>(null);
  const start = useRef<Point | null>(null);
  const stop = () => {
    start.current = null;
    setDrawn(null);
  };
  const handlers = {
    // The press would take the focus from the area that it adds.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !event.isPrimary) return;
      start.current = positionOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current && event.isPrimary) setDrawn(strokeTo(start.current, event));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (!start.current || !event.isPrimary) return;
      const { width, height } = event.currentTarget.getBoundingClientRect();
      const from = start.current;
      const isTap = isNear(from, positionOf(event));
      stop();
      onEnd(strokeTo(from, event), isTap ? { x: from.x / width, y: from.y / height } : null);
    },
    // A second finger turns the stroke into a pinch.
    onPointerCancel: stop,
  };
  return { drawn, handlers };
}

/** Returns CSS pixels from the picture’s corner. */
function positionOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point {
  const box = currentTarget.getBoundingClientRect();
  return { x: within(clientX - box.left, box.width), y: within(clientY - box.top, box.height) };
}

function isNear(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) < TAP_TOLERANCE;
}

function strokeTo(from: Point, event: PointerEvent<HTMLElement>): Area {
  const box = event.currentTarget.getBoundingClientRect();
  const to = positionOf(event);
  const least = isNear(from, to) ? TAP : { width: STROKE_MIN, height: STROKE_MIN };
  const width = Math.min(box.width, Math.max(least.width, Math.abs(to.x - from.x)));
  const height = Math.min(box.height, Math.max(least.height, Math.abs(to.y - from.y)));
  return {
    x: within((from.x + to.x - width) / 2, box.width - width) / box.width,
    y: within((from.y + to.y - height) / 2, box.height - height) / box.height,
    width: width / box.width,
    height: height / box.height,
  };
}

function within(value: number, max: number): number {
  return Math.min(max, Math.max(0, value));
}

const DIRECTIONS: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** Returns null for other keys. Shift resizes; the area stays within the picture. */
export function movedBy(area: Area, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Area | null {
  const by = DIRECTIONS[key];
  if (!by) return null;
  if (shiftKey)
    return {
      ...area,
      width: Math.min(1 - area.x, Math.max(STEP, area.width + by.x)),
      height: Math.min(1 - area.y, Math.max(STEP, area.height + by.y)),
    };
  return { ...area, x: within(area.x + by.x, 1 - area.width), y: within(area.y + by.y, 1 - area.height) };
}
