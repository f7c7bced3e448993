const ICON = '/icons/icon-512.png';
/** The icon in the middle has this size, in points. */
const SIZE = 112;
/** The colours are those of theme.js. */
const GROUNDS = { light: '#fcfaf6', dark: '#18140f' };

/**
 * iOS shows these while the installed app starts, and only a picture of exactly the screen's size. They are
 * drawn here, so that no model of phone must be known.
 */
export async function addStartPictures(): Promise<void> {
  const icon = new Image();
  icon.src = ICON;
  await icon.decode();
  const short = Math.min(screen.width, screen.height);
  const long = Math.max(screen.width, screen.height);
  const sizes = { portrait: [short, long], landscape: [long, short] } as const;
  for (const [orientation, [width, height]] of Object.entries(sizes))
    for (const [scheme, ground] of Object.entries(GROUNDS)) {
      const link = document.createElement('link');
      link.rel = 'apple-touch-startup-image';
      link.media = `(orientation: ${orientation}) and (prefers-color-scheme: ${scheme})`;
      link.href = draw(icon, ground, width, height);
      document.head.append(link);
    }
}

function draw(icon: HTMLImageElement, ground: string, width: number, height: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.scale(devicePixelRatio, devicePixelRatio);
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.drawImage(icon, (width - SIZE) / 2, (height - SIZE) / 2, SIZE, SIZE);
  return canvas.toDataURL();
}
