import { join } from 'node:path';

/** Pictures drawn at build time by scripts/icons.ts from the product's seal. */
export type Images = {
  app: string;
  tray: string;
  trayUnread: string;
  /** The number on the task bar's icon (Windows): 1 to 9, then « 9+ ». */
  overlay: (total: number) => string;
};

/** Where the pictures lie. macOS takes a template image and colours it itself; Windows wants an .ico. */
export function imagesIn(folder: string, platform: NodeJS.Platform): Images {
  const file = (name: string) => join(folder, name);
  const tray = { darwin: 'Template.png', win32: '.ico' }[platform as string] ?? '.png';
  return {
    app: file('icon.png'),
    tray: file(`tray${tray}`),
    trayUnread: file(`tray-unread${tray}`),
    overlay: (total) => file(`overlay-${total > 9 ? '9-plus' : total}.png`),
  };
}
