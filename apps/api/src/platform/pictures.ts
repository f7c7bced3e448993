import pLimit from 'p-limit';
import type { Sharp, SharpOptions } from 'sharp';

/** Of all frames together: above any phone's picture, within the memory. */
export const PIXELS_MAX = 50_000_000;
/** Of one pass over a picture, which takes a second or two; decoding that cannot be done in parts ends soon after. */
const SECONDS_MAX = 20;

const decoding = pLimit(1);

export type OpenPicture = (bytes: Uint8Array, options?: SharpOptions) => Sharp;

/** With limits of pixels and time. One picture at a time in this process: decoding takes a core and up to 300 MB. */
export function withPictures<Result>(work: (open: OpenPicture) => Promise<Result>): Promise<Result> {
  return decoding(async () => {
    // Loaded at the first picture: 20 MB.
    const { default: sharp } = await import('sharp');
    // It would keep decoded pictures in the memory.
    sharp.cache(false);
    return work((bytes, options) =>
      sharp(bytes, { limitInputPixels: PIXELS_MAX, ...options }).timeout({ seconds: SECONDS_MAX }),
    );
  });
}
