import { join } from 'node:path';

/** scripts/icons.ts draws them. */
export type Images = {
  app: string;
  tray: string;
  trayUnread: string;
  /** The overlay is « 9+ » above 9. */
  overlay: (total: number) => string;
};

/** macOS colours a template image itself; Windows needs an .ico. */
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
