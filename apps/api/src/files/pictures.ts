import { AppError } from '@guilde/contracts/errors.ts';
import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/** Of all frames together: above any phone's picture, within the memory. */
const PIXELS_MAX = 50_000_000;
const FRAMES_MAX = 500;
/** As many as are kept, and the longest side: screenshots of whole pages stay legible. */
const KEPT_PIXELS = 12_000_000;
const KEPT_SIDE = 8192;
const PREVIEW = { width: 720, height: 960 };
const HASHED_SIDE = 100;
const QUALITY = 84;
/** Faster than the default 4, and hardly larger. */
const EFFORT = 2;

/** One at a time: decoding takes a core and much memory. */
const turn = pLimit(1);

export type Picture = {
  full: Uint8Array;
  preview: Uint8Array;
  width: number;
  height: number;
  thumbhash: string;
};

/**
 * Made anew from its pixels, so that nothing else of the file is left: upright, without metadata, in two sizes of WebP,
 * the preview still. Codes: FILE_PICTURE_UNREADABLE.
 */
export function pictureOf(bytes: Uint8Array): Promise<Picture> {
  return turn(async () => {
    try {
      return await madeAnew(bytes);
    } catch {
      // Truncated, disguised or oversized.
      throw new AppError('FILE_PICTURE_UNREADABLE');
    }
  });
}

async function madeAnew(bytes: Uint8Array): Promise<Picture> {
  // Loaded at the first picture: 20 MB.
  const { default: sharp } = await import('sharp');
  const limits = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;
  const { pages = 1, pageHeight, width, height } = await sharp(bytes, limits).metadata();
  const isAnimated = pages > 1;
  if (pages > FRAMES_MAX || width * (pageHeight ?? height) * pages > PIXELS_MAX)
    throw new Error('too many pixels');
  const whole = fitted(sharp(bytes, { ...limits, animated: isAnimated }).autoOrient(), {
    width,
    height: pageHeight ?? height,
  });
  const { data: full, info } = await whole
    .webp({ quality: QUALITY, effort: EFFORT })
    .toBuffer({ resolveWithObject: true });
  const first = () => sharp(bytes, limits).autoOrient();
  const preview = await first()
    .resize({ ...PREVIEW, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY, effort: EFFORT })
    .toBuffer();
  const hashed = await first()
    .resize({ width: HASHED_SIDE, height: HASHED_SIDE, fit: 'inside' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    full,
    preview,
    width: info.width,
    height: info.pageHeight ?? info.height,
    thumbhash: Buffer.from(rgbaToThumbHash(hashed.info.width, hashed.info.height, hashed.data)).toString(
      'base64',
    ),
  };
}

/** Smaller where it has too many pixels; turning it changes neither their number nor the longest side. */
function fitted(image: Sharp, { width, height }: { width: number; height: number }): Sharp {
  const scale = Math.min(1, Math.sqrt(KEPT_PIXELS / (width * height)), KEPT_SIDE / Math.max(width, height));
  if (scale === 1) return image;
  const longest = Math.max(1, Math.floor(scale * Math.max(width, height)));
  return image.resize({ width: longest, height: longest, fit: 'inside' });
}
