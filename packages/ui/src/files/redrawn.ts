/** Draws a picture anew, of a moving one its first frame; null when the browser cannot read it. */
export async function redrawn(blob: Blob, type: 'image/jpeg' | 'image/png', quality?: number) {
  try {
    const picture = await createImageBitmap(blob);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    return await new Promise<Blob | null>((done) => {
      canvas.toBlob(done, type, quality);
    });
  } catch {
    return null;
  }
}
