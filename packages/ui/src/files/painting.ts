/** In shares of the picture’s sides. */
export type Area = { x: number; y: number; width: number; height: number };

/** What phones can hold; the server keeps no more. */
const PIXELS_MAX = 12_000_000;
/** Cells on the longer side: one for several letters, so that no text can be guessed. */
const CELLS = 6;
const QUALITY = 0.92;

export function canvasSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, Math.sqrt(PIXELS_MAX / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The picture, and in each area nothing but the mean colours of a few large cells. */
export function paint(canvas: HTMLCanvasElement, picture: ImageBitmap, areas: readonly Area[]): void {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const area of areas) {
    const left = Math.floor(area.x * canvas.width);
    const top = Math.floor(area.y * canvas.height);
    const right = Math.min(canvas.width, Math.ceil((area.x + area.width) * canvas.width));
    const bottom = Math.min(canvas.height, Math.ceil((area.y + area.height) * canvas.height));
    const side = Math.max(1, Math.ceil(Math.max(right - left, bottom - top) / CELLS));
    for (let y = top; y < bottom; y += side)
      for (let x = left; x < right; x += side) {
        const [width, height] = [Math.min(side, right - x), Math.min(side, bottom - y)];
        context.fillStyle = meanColor(context.getImageData(x, y, width, height).data);
        context.fillRect(x, y, width, height);
      }
  }
}

function meanColor(pixels: Uint8ClampedArray): string {
  const sums = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4)
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (pixels[at + channel] ?? 0);
  return `rgb(${sums.map((sum) => Math.round((sum * 4) / pixels.length)).join(' ')})`;
}

/** Of the canvas alone: nothing of the first file is in it. */
export async function paintedFile(canvas: HTMLCanvasElement, name: string, type: string): Promise<File> {
  const format = type === 'image/jpeg' ? type : 'image/png';
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, format, QUALITY);
  });
  if (!blob) throw new Error('L’image n’a pas pu être enregistrée.');
  return new File([blob], name, { type: format });
}
