import { AppError } from '@guilde/contracts/errors.ts';
import pLimit from 'p-limit';
import type { Metadata, Sharp, SharpOptions } from 'sharp';

/** Phones « of 200 megapixels » take pictures of 16,320 × 12,240. */
export const PIXELS_MAX = 250_000_000;
/** This much of a picture is in the memory at once when it cannot be decoded line by line. */
const WHOLE_BYTES_MAX = 324_000_000;
/** GIF and WebP are decoded into four bytes a pixel, of which a part is copied. */
const FRAME_PIXEL_BYTES = 6;
/** Of a PNG that is decoded line by line, so many are held while it is shrunk. */
const LINES_IN_MEMORY = 2048;
/** A pass takes a second or two, on a busy machine twenty; decoding that cannot be done in parts ends soon after this limit. */
const SECONDS_MAX = 60;
const TIMED_OUT = /^timeout/;

const decoding = pLimit(1);

/** `pixels` counts those of one frame, and `pixelsMax` those of all frames that may be decoded together. */
export type OpenedPicture = {
  metadata: Metadata;
  pixels: number;
  pixelsMax: number;
  open: (options?: SharpOptions, bytes?: Uint8Array) => Sharp;
};

/**
 * Decoding takes a core and up to 500 MB, so that one picture is decoded at a time. Throws PICTURE_TOO_LARGE,
 * PICTURE_TOO_SLOW, and `unreadable` for a picture that is truncated or disguised.
 */
export function withPicture<Result>(
  bytes: Uint8Array,
  unreadable: AppError,
  work: (picture: OpenedPicture) => Promise<Result>,
): Promise<Result> {
  return decoding(async () => {
    // The library takes 20 MB, so it is loaded with the first picture.
    const { default: sharp } = await import('sharp');
    // The cache would keep decoded pictures in the memory.
    sharp.cache(false);
    const open = (options: SharpOptions = {}, from = bytes) =>
      sharp(from, { limitInputPixels: PIXELS_MAX, ...options }).timeout({ seconds: SECONDS_MAX });
    try {
      const metadata = await open({ limitInputPixels: false }).metadata();
      const pixels = metadata.width * (metadata.pageHeight ?? metadata.height);
      const pixelsMax = pixelsMaxOf(metadata);
      if (pixels > pixelsMax)
        throw new AppError('PICTURE_TOO_LARGE', {
          megapixels: Math.ceil(pixels / 1_000_000),
          most: Math.floor(pixelsMax / 1_000_000),
        });
      return await work({ metadata, pixels, pixelsMax, open });
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw error instanceof Error && TIMED_OUT.test(error.message)
        ? new AppError('PICTURE_TOO_SLOW')
        : unreadable;
    }
  });
}

/** A JPEG has at most 65,535 pixels a line, and is shrunk while its lines are decoded. */
function pixelsMaxOf({ format, isProgressive, width, channels, depth }: Metadata): number {
  if (format !== 'jpeg' && format !== 'png') return Math.floor(WHOLE_BYTES_MAX / FRAME_PIXEL_BYTES);
  // A progressive JPEG is kept as coefficients of two bytes.
  const sampleBytes = format === 'jpeg' || depth === 'ushort' ? 2 : 1;
  const pixelBytes = channels * sampleBytes;
  const linesBytes = format === 'jpeg' ? 0 : LINES_IN_MEMORY * width * pixelBytes;
  if (!isProgressive && linesBytes <= WHOLE_BYTES_MAX) return PIXELS_MAX;
  return Math.min(PIXELS_MAX, Math.floor(WHOLE_BYTES_MAX / pixelBytes));
}
