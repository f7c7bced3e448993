import type { Rectangle } from 'electron';
import { z } from 'zod';
import { readIfThere, writePrivatelyNow } from './files.ts';

const DEFAULT_SIZE = { width: 1200, height: 800 };
export const MINIMUM_SIZE = { width: 360, height: 520 };
/** So many pixels each way must lie on a screen, so that the window can be seen and moved. */
const REACHABLE = 120;

const windowPlace = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(MINIMUM_SIZE.width),
  height: z.number().int().min(MINIMUM_SIZE.height),
  isMaximized: z.boolean(),
});

/** Without `x` and `y` the system chooses. */
export type WindowPlace = z.output<typeof windowPlace>;

export async function readPlace(file: string): Promise<WindowPlace> {
  const content = await readIfThere(file);
  try {
    return windowPlace.parse(JSON.parse(content?.toString() ?? ''));
  } catch {
    return { ...DEFAULT_SIZE, isMaximized: false };
  }
}

/** It is synchronous, because the app may be ending. */
export function keepPlace(file: string, bounds: Rectangle, isMaximized: boolean): void {
  try {
    writePrivatelyNow(file, JSON.stringify({ ...bounds, isMaximized }));
  } catch {
    // Only the place is lost.
  }
}

/** Only the size is kept, made to fit, if too little lies on a present screen. */
export function placeOnScreens(place: WindowPlace, screens: Rectangle[]): WindowPlace {
  const { x, y, width, height, isMaximized } = place;
  if (
    x !== undefined &&
    y !== undefined &&
    screens.some((screen) => isReachable({ x, y, width, height }, screen))
  )
    return place;
  const [screen] = screens;
  return {
    width: Math.min(width, screen?.width ?? width),
    height: Math.min(height, screen?.height ?? height),
    isMaximized,
  };
}

function isReachable(window: Rectangle, screen: Rectangle): boolean {
  const across = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x);
  const down = Math.min(window.y + window.height, screen.y + screen.height) - window.y;
  return across >= REACHABLE && down >= REACHABLE && window.y >= screen.y;
}
