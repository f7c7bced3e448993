import pLimit from 'p-limit';
import type { Sharp, SharpOptions } from 'sharp';

/** The limit counts all frames together. Phones « of 50 megapixels » take pictures of up to 8192 × 6144. */
export const PIXELS_MAX = 52_000_000;
/** A pass takes a second or two; decoding that cannot be done in parts ends soon after this limit. */
const SECONDS_MAX = 20;

const decoding = pLimit(1);

export type OpenPicture = (bytes: Uint8Array, options?: SharpOptions) => Sharp;

/** Decoding takes a core and up to 300 MB, so that one picture is decoded at a time. */
export function withPictures<Result>(work: (open: OpenPicture) => Promise<Result>): Promise<Result> {
  return decoding(async () => {
    // The library takes 20 MB, so it is loaded with the first picture.
    const { default: sharp } = await import('sharp');
    // The cache would keep decoded pictures in the memory.
    sharp.cache(false);
    return work((bytes, options) =>
      sharp(bytes, { limitInputPixels: PIXELS_MAX, ...options }).timeout({ seconds: SECONDS_MAX }),
    );
  });
}
