import { shownFilesHeight } from '../files/shown-size.ts';
import { foldAt } from './message-parts.ts';
import type { TimelineEntry } from './timeline.ts';

/** Heights are in pixels at the default text size. */
const LINE = 21;
const CHARACTER = 7.4;
const WIDEST = 768;
const BUBBLE_PADDING = 18;
const NAME_ABOVE = 36;
const GAP = 4;
const SEPARATOR = 44;
const SYSTEM_MESSAGE = 32;
const UNFOLD_BUTTON = 28;
const QUOTE = 54;
const REACTIONS = 32;
const SOLUTION = 20;

/** `width` and result are in pixels; it is used until the row is measured. */
export function estimatedHeight(entry: TimelineEntry | undefined, width = WIDEST): number {
  if (!entry) return 0;
  const separators = (entry.startsDay ? SEPARATOR : 0) + (entry.startsNew ? SEPARATOR : 0);
  if (entry.kind === 'system') return separators + SYSTEM_MESSAGE;
  const perLine = Math.max(12, (Math.min(width, WIDEST) * 0.75) / CHARACTER);
  const fold = foldAt(entry.content);
  const shown = fold === null ? entry.content : entry.content.slice(0, fold);
  const breaks = shown.split('\n').length - 1;
  const lines = Math.ceil(shown.length / perLine) + breaks;
  const text = entry.content === '' ? 0 : BUBBLE_PADDING + lines * LINE + (fold === null ? 0 : UNFOLD_BUTTON);
  const { replyTo, reactions, solution } = entry.message ?? {};
  const around = (replyTo ? QUOTE : 0) + (reactions?.length ? REACTIONS : 0) + (solution ? SOLUTION : 0);
  const above = entry.startsGroup ? NAME_ABOVE : GAP;
  return separators + above + text + around + shownFilesHeight(entry.files);
}
