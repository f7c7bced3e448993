import { plainLine } from './text.ts';

/** Refused by file systems, or of a meaning of their own there. */
export const SPECIAL_IN_NAMES = /[<>:"|?*]/g;
/** On Windows, also with an ending. */
export const RESERVED_NAME = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Of one file or folder: no path, no tricks of direction; empty where nothing is left. */
export function plainName(text: string): string {
  return plainLine(text)
    .replace(/[/\\]/g, ' ')
    .replace(SPECIAL_IN_NAMES, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
    .toWellFormed();
}
