import { AppError } from '@guilde/contracts/errors.ts';
import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { type OpenPicture, PIXELS_MAX, withPictures } from '../platform/pictures.ts';

const FRAMES_MAX = 500;
/** Screenshots of whole pages stay legible with this many pixels. */
const KEPT_PIXELS = 12_000_000;
const KEPT_SIDE = 8192;
const PREVIEW = { width: 720, height: 960 };
const HASHED_SIDE = 100;
const QUALITY = 84;
/** It is faster than the default 4, and hardly larger. */
const EFFORT = 2;

export type Picture = {
  full: Uint8Array;
  preview: Uint8Array;
  width: number;
  height: number;
  thumbhash: string;
};

/**
 * The encoded pixels have no metadata, and the preview is still. Of an animation with too many frames or
 * pixels, the first frames are kept. Throws FILE_PICTURE_UNREADABLE.
 */
export async function pictureOf(bytes: Uint8Array): Promise<Picture> {
  try {
    return await withPictures((open) => madeAnew(open, bytes));
  } catch {
    // The picture is truncated, disguised, oversized or too slow to decode.
    throw new AppError('FILE_PICTURE_UNREADABLE');
  }
}

async function madeAnew(open: OpenPicture, bytes: Uint8Array): Promise<Picture> {
  const strict = { failOn: 'error' } as const;
  const { pages = 1, pageHeight, width, height } = await open(bytes, strict).metadata();
  const framesThatFit = Math.floor(PIXELS_MAX / (width * (pageHeight ?? height)));
  const frames = Math.max(1, Math.min(pages, FRAMES_MAX, framesThatFit));
  const whole = fitted(open(bytes, { ...strict, pages: frames }).autoOrient(), {
    width,
    height: pageHeight ?? height,
  });
  const { data: full, info } = await whole
    .webp({ quality: QUALITY, effort: EFFORT })
    .toBuffer({ resolveWithObject: true });
  const first = () => open(bytes, strict).autoOrient();
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

/** Turning the picture changes neither the number of pixels nor the longest side. */
function fitted(image: Sharp, { width, height }: { width: number; height: number }): Sharp {
  const scale = Math.min(1, Math.sqrt(KEPT_PIXELS / (width * height)), KEPT_SIDE / Math.max(width, height));
  if (scale === 1) return image;
  const longest = Math.max(1, Math.floor(scale * Math.max(width, height)));
  return image.resize({ width: longest, height: longest, fit: 'inside' });
}
