import { unreadLabel } from '@guilde/contracts/conversations/rules.ts';
import type { App, DesktopElectron, Tray, Window } from './electron.ts';
import type { Images } from './images.ts';

export type Badge = { show: (total: number) => void; again: () => void };

type BadgeDeps = {
  app: Pick<App, 'setBadgeCount'>;
  platform: NodeJS.Platform;
  images: Images;
  nativeImage: DesktopElectron['nativeImage'];
  tray: Pick<Tray, 'setImage' | 'setToolTip'>;
  window: () => Pick<Window, 'setOverlayIcon' | 'isDestroyed'> | null;
};

/**
 * On Windows the task bar has an overlay only, as it would otherwise show two numbers. 0 clears it. `again`
 * serves a new window or tray.
 */
export function createBadge(deps: BadgeDeps): Badge {
  let last = 0;
  const again = () => {
    showInTray(deps, last);
    if (deps.platform === 'win32') showOverlay(deps, last);
    else deps.app.setBadgeCount(last);
  };
  return {
    again,
    show: (total) => {
      last = total;
      again();
    },
  };
}

function unreadText(total: number): string {
  if (total === 0) return 'Guilde';
  const label = unreadLabel(total);
  return total === 1 ? 'Guilde\u00a0: 1 message non lu' : `Guilde\u00a0: ${label} messages non lus`;
}

function showInTray({ tray, images, nativeImage }: BadgeDeps, total: number): void {
  tray.setImage(nativeImage.createFromPath(total > 0 ? images.trayUnread : images.tray));
  tray.setToolTip(unreadText(total));
}

function showOverlay({ window, images, nativeImage }: BadgeDeps, total: number): void {
  const shown = window();
  if (!shown || shown.isDestroyed()) return;
  if (total === 0) shown.setOverlayIcon(null, '');
  else shown.setOverlayIcon(nativeImage.createFromPath(images.overlay(total)), unreadText(total));
}
