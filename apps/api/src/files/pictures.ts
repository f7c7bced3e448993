import { AppError } from '@guilde/contracts/errors.ts';
import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { type OpenedPicture, withPicture } from '../platform/pictures.ts';

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
 * pixels, the first frames are kept. Throws FILE_PICTURE_UNREADABLE, PICTURE_TOO_LARGE, PICTURE_TOO_SLOW.
 */
export function pictureOf(bytes: Uint8Array): Promise<Picture> {
  return withPicture(bytes, new AppError('FILE_PICTURE_UNREADABLE'), madeAnew);
}

async function madeAnew({ metadata, pixels, pixelsMax, open }: OpenedPicture): Promise<Picture> {
  const { pages = 1, pageHeight, width, height } = metadata;
  const frames = Math.max(1, Math.min(pages, FRAMES_MAX, Math.floor(pixelsMax / pixels)));
  const whole = fitted(open({ failOn: 'error', pages: frames }).autoOrient(), {
    width,
    height: pageHeight ?? height,
  });
  const { data: full, info } = await whole
    .webp({ quality: QUALITY, effort: EFFORT })
    .toBuffer({ resolveWithObject: true });
  // The original of a large picture takes seconds to decode once more.
  const first = () => open({}, full);
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
