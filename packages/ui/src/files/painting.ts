/** The numbers are shares of the picture’s sides. */
export type Area = { x: number; y: number; width: number; height: number };

/** Phones can hold a canvas of this size, and the server keeps no more. */
const PIXELS_MAX = 12_000_000;
/**
 * This many pixels around an area are covered too: JPEG blocks of sixteen pixels spread traces of what is in
 * the area, and making a large picture smaller mixes neighbours.
 */
const MARGIN = 16;
const COVER = 'black';
const QUALITY = 0.92;

export function canvasSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, Math.sqrt(PIXELS_MAX / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws the picture and covers each area with a colour that does not depend on what was there. */
export function paint(canvas: HTMLCanvasElement, picture: ImageBitmap, areas: readonly Area[]): void {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  context.fillStyle = COVER;
  for (const area of areas) {
    // Coordinates are whole pixels, because the edge of a partial pixel would be blended with what is below.
    const left = Math.floor(area.x * canvas.width) - MARGIN;
    const top = Math.floor(area.y * canvas.height) - MARGIN;
    const right = Math.ceil((area.x + area.width) * canvas.width) + MARGIN;
    const bottom = Math.ceil((area.y + area.height) * canvas.height) + MARGIN;
    context.fillRect(left, top, right - left, bottom - top);
  }
}

/** Encodes the canvas alone, so that nothing of the first file is in the result. */
export async function paintedFile(canvas: HTMLCanvasElement, name: string, type: string): Promise<File> {
  const format = type === 'image/jpeg' ? type : 'image/png';
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, format, QUALITY);
  });
  if (!blob) throw new Error('L’image n’a pas pu être enregistrée.');
  return new File([blob], name, { type: format });
}
