const HEIC = /^image\/hei[cf]/;
const HEIC_NAME = /\.hei[cf]$/i;
const QUALITY = 0.92;

/** Converts the HEIC of phones to JPEG where the browser can, as the server and most browsers cannot. */
export async function readablePicture(blob: Blob): Promise<Blob> {
  const name = blob instanceof File ? blob.name : '';
  if (!HEIC.test(blob.type) && !HEIC_NAME.test(name)) return blob;
  try {
    const picture = await createImageBitmap(blob);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    const jpeg = await new Promise<Blob | null>((done) => {
      canvas.toBlob(done, 'image/jpeg', QUALITY);
    });
    if (jpeg) return new File([jpeg], name.replace(HEIC_NAME, '.jpg'), { type: 'image/jpeg' });
  } catch {
    // The error below says it.
  }
  throw new Error('Ce navigateur ne lit pas les photos HEIC. Envoie une capture, ou la photo en JPEG.');
}
