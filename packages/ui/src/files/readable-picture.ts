import { redrawn } from './redrawn.ts';

const FOREIGN = /^image\/(hei[cf]|avif)/;
const FOREIGN_NAME = /\.(hei[cf]|avif)$/i;
const QUALITY = 0.92;

/** Converts the HEIC and AVIF of phones to JPEG where the browser can, as the server cannot. */
export async function readablePicture(blob: Blob): Promise<Blob> {
  const name = blob instanceof File ? blob.name : '';
  if (!FOREIGN.test(blob.type) && !FOREIGN_NAME.test(name)) return blob;
  const jpeg = await redrawn(blob, 'image/jpeg', QUALITY);
  if (jpeg) return new File([jpeg], name.replace(FOREIGN_NAME, '.jpg'), { type: 'image/jpeg' });
  throw new Error('Ce navigateur ne lit pas cette photo. Envoie une capture, ou la photo en JPEG.');
}
