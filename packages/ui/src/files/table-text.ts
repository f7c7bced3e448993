import { beginning } from '@guilde/contracts/text.ts';

export type Lines = { lines: string[][] } | { problem: string };

/** Reads a table with any separator; `max` is how many lines are read. The parser comes with the first table. */
export async function linesOf(typed: string, max: number): Promise<Lines> {
  const { default: papa } = await import('papaparse');
  const named = /^sep=(.)(?:\r\n?|\n)/i.exec(typed);
  const text = named ? typed.slice(named[0].length) : typed;
  const { data, errors } = papa.parse<string[]>(text, {
    delimiter: named?.[1] ?? separatorOf(text),
    preview: max,
  });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open) return { problem: `Un guillemet n’est pas refermé à la ligne ${(open.row ?? 0) + 1}.` };
  return {
    lines: data.slice(0, data.findLastIndex((cells) => cells.some((cell) => cell.trim() !== '')) + 1),
  };
}

const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;
/** Letters with accents have these bytes on a Mac, where Windows has signs that no list of names has. */
const MAC_LETTERS = new Set([0x88, 0x8d, 0x8e, 0x8f, 0x90]);
const WINDOWS_LETTERS = new Set([0xe0, 0xe7, 0xe8, 0xe9, 0xea]);
/** No text has these; spreadsheets, archives and pictures have one soon. */
const isControl = (letter: string) => letter < ' ' && !'\t\n\v\f\r'.includes(letter);

/** Returns null for what is no text. Excel in French writes Windows-1252, and UTF-16 with tabs. */
export function decoded(bytes: Uint8Array): string | null {
  const encoding = MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))?.encoding;
  const text =
    decodedAs(encoding ?? utf16Of(bytes) ?? 'utf-8', bytes) ?? decodedAs(oneByteOf(bytes), bytes) ?? '';
  return Array.from(beginning(text, 4096)).some(isControl) ? null : text;
}

function decodedAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
  } catch {
    return null;
  }
}

/** Latin letters have a zero in every second byte. */
function utf16Of(bytes: Uint8Array): string | null {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, 1024).entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = Math.min(bytes.length, 1024) / 4;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : null;
}

function oneByteOf(bytes: Uint8Array): string {
  let mac = 0;
  for (const byte of bytes) mac += MAC_LETTERS.has(byte) ? 1 : WINDOWS_LETTERS.has(byte) ? -1 : 0;
  return mac > 0 ? 'macintosh' : 'windows-1252';
}

/** It is the most frequent one in the first line, outside of quotes. A stranger's line may have millions of cells. */
function separatorOf(text: string): string {
  const first =
    /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(beginning(text, 4096))?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
  const counts = [';', ',', '\t'].map((separator) => [separator, first.split(separator).length] as const);
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}
