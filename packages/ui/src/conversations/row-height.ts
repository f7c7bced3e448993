import { shownFilesHeight } from '../files/shown-size.ts';
import type { TimelineEntry } from './timeline.ts';

/** Pixels at the default text size. */
const LINE = 21;
const CHARACTER = 7.4;
const WIDEST = 768;
const BUBBLE_PADDING = 18;
const NAME_ABOVE = 36;
const GAP = 4;
const SEPARATOR = 44;
const SYSTEM_MESSAGE = 32;

/** In pixels, for a thread of `width` pixels, until the row is measured. */
export function estimatedHeight(entry: TimelineEntry | undefined, width = WIDEST): number {
  if (!entry) return 0;
  const separators = (entry.startsDay ? SEPARATOR : 0) + (entry.startsNew ? SEPARATOR : 0);
  if (entry.kind === 'system') return separators + SYSTEM_MESSAGE;
  const perLine = Math.max(12, (Math.min(width, WIDEST) * 0.75) / CHARACTER);
  const breaks = entry.content.split('\n').length - 1;
  const lines = Math.ceil(entry.content.length / perLine) + breaks;
  const text = entry.content === '' ? 0 : BUBBLE_PADDING + lines * LINE;
  return separators + (entry.startsGroup ? NAME_ABOVE : GAP) + text + shownFilesHeight(entry.files);
}
