import { AppError } from '@guilde/contracts/errors.ts';
import { strToU8 } from 'fflate';
import sharp from 'sharp';
import { expect, inject, it } from 'vitest';
import { detectContent, rewriteVoice } from '../src/files/parsing.ts';
import { pictureOf } from '../src/files/pictures.ts';
import { seeded } from './seeded.ts';
import { animation, longText, screenshot } from './uploads.ts';
import { recording } from './voices.ts';
import { openDocument, workbook, zip64 } from './zip-files.ts';

/** The files are changed and parsed for at least this time, and for at least `ROUNDS_MIN` rounds. */
const LASTS_MS = inject('crashActs') ? 60_000 : 0;
const ROUNDS_MIN = 5;

const REFUSALS =
  /^(FILE_TYPE_REFUSED|FILE_HAS_MACROS|FILE_PICTURE_UNREADABLE|PICTURE_TOO_LARGE|VOICE_UNREADABLE|VOICE_TOO_LONG)$/;

type Parse = (bytes: Uint8Array) => Promise<unknown>;

const detect: Parse = (bytes) => detectContent(bytes, 'a.csv');

async function goodFiles(): Promise<[Uint8Array, Parse][]> {
  const photo = sharp(await screenshot());
  return [
    [await recording('webm'), rewriteVoice],
    [await recording('ogg'), rewriteVoice],
    [await recording('mp4'), rewriteVoice],
    [workbook(), detect],
    [zip64(workbook()), detect],
    [openDocument('text'), detect],
    [strToU8('<?xml version="1.0"?><flux b="c"><!-- d --><e xmlns:f="g"/></flux>'), detect],
    [longText(5000), detect],
    [await screenshot(), pictureOf],
    [await animation(), pictureOf],
    [new Uint8Array(await photo.jpeg({ progressive: true }).toBuffer()), pictureOf],
    [new Uint8Array(await photo.webp().toBuffer()), pictureOf],
  ];
}

/** Replaces, omits, repeats or fills bytes, mostly near the beginning, where formats say what follows. */
function changed(bytes: Uint8Array, random: () => number): Uint8Array {
  const below = (end: number) => Math.floor(random() * end);
  const position = () => below(random() < 0.5 ? Math.min(200, bytes.length) : bytes.length);
  const copy = new Uint8Array(bytes);
  for (let count = below(8); count >= 0; count--) copy[position()] = random() < 0.3 ? 255 : below(256);
  const from = position();
  const piece = copy.subarray(from, from + 1 + below(32));
  const rest = copy.subarray(from + piece.length);
  const between = [[], [...piece, ...piece], [...piece].fill(below(2) * 255), [...piece]][below(4)] ?? [];
  return new Uint8Array([...copy.subarray(0, from), ...between, ...rest]);
}

it('whatever is changed in a file, it is taken or refused, and the next one is looked at', async () => {
  const random = seeded();
  const good = await goodFiles();
  const start = performance.now();
  for (let round = 0; round < ROUNDS_MIN || performance.now() - start < LASTS_MS; round++) {
    const outcomes = await Promise.all(
      good.map(async ([bytes, parse]) => parse(changed(bytes, random)).catch((error: unknown) => error)),
    );
    for (const outcome of outcomes)
      if (outcome instanceof Error)
        expect(outcome instanceof AppError ? outcome.code : outcome).toMatch(REFUSALS);
  }
  for (const [bytes, parse] of good) await parse(bytes);
});
