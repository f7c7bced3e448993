import type { WebContents as FullWebContents, Shell, WebPreferences } from 'electron';
import { isOpenedOutside, ORIGIN, ownPath } from './addresses.ts';
import type { App, Session } from './electron.ts';

/** Also Electron's safe defaults, in case they change. */
export const WEB_PREFERENCES = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  spellcheck: true,
} as const satisfies WebPreferences;

/** Notifications come from the main process. */
const ALLOWED = new Set(['clipboard-sanitized-write', 'fullscreen']);

export function guardPermissions(session: Session): void {
  const isAllowed = (permission: string, origin: string) =>
    ALLOWED.has(permission) && (origin === ORIGIN || origin === `${ORIGIN}/`);
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(isMainFrame && ownPath(requestingUrl) !== null && ALLOWED.has(permission)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => isAllowed(permission, origin));
  session.setDevicePermissionHandler(() => false);
}

type Guarded = Pick<FullWebContents, 'on' | 'setWindowOpenHandler'>;

/**
 * No foreign navigation, redirect, window or <webview>. Web links open in the system's browser, new windows of the
 * client in the existing one.
 */
export function guardContents(
  app: Pick<App, 'on'>,
  shell: Pick<Shell, 'openExternal'>,
  open: (path: string) => void,
): void {
  app.on('web-contents-created', (_event, contents) => guard(contents, shell, open));
}

function guard(contents: Guarded, shell: Pick<Shell, 'openExternal'>, open: (path: string) => void): void {
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame || !isPage(details.url)) details.preventDefault();
  });
  contents.on('will-redirect', (details) => {
    if (!isPage(details.url)) details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const path = isPage(url) ? ownPath(url) : null;
    if (path === null) openOutside(shell, url);
    else open(path);
    return { action: 'deny' };
  });
}

/** Answers under /api are data, never pages. */
function isPage(address: string): boolean {
  const path = ownPath(address);
  return path !== null && !path.startsWith('/api/');
}

/** Ignores anything but web pages and mail. */
export function openOutside(shell: Pick<Shell, 'openExternal'>, address: string): void {
  if (isOpenedOutside(address)) shell.openExternal(address).catch(() => undefined);
}
