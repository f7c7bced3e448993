import type { FileRef } from '@guilde/contracts/files/rules.ts';

/** The width is in pixels. */
const WIDEST = 320;
const HIGHEST = 360;
const NARROWEST = 96;
/** A picture whose height exceeds this many widths is cut below. */
const STEEPEST = 3;
const DOCUMENT = 58;
const GAP = 4;

/** Returns the size of a picture alone in its message, which is known before it is loaded. */
export function shownSize({ width = 1, height = 1 }: Pick<FileRef, 'width' | 'height'>) {
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  const shownWidth = Math.max(NARROWEST, Math.round(width * scale));
  const shownHeight = Math.min(
    HIGHEST,
    STEEPEST * shownWidth,
    Math.max(32, Math.round((height * shownWidth) / width)),
  );
  return { width: shownWidth, height: shownHeight };
}

/** Returns pixels. */
export function shownFilesHeight(files: readonly FileRef[]): number {
  const pictures = files.filter(({ kind }) => kind === 'picture');
  const [alone] = pictures;
  const square = (WIDEST - GAP) / 2;
  const grid =
    alone && pictures.length === 1
      ? shownSize(alone).height
      : Math.ceil(pictures.length / 2) * (square + GAP);
  return grid + (files.length - pictures.length) * (DOCUMENT + GAP) + (files.length > 0 ? GAP : 0);
}
