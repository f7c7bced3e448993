import type { WebContents as FullWebContents, Shell, WebPreferences } from 'electron';
import { isOpenedOutside, ORIGIN, ownPath } from './addresses.ts';
import type { App, Session } from './electron.ts';

/** Every safe default said aloud, so that a change of Electron's cannot weaken it. */
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

/** Copying text and a full screen are all that the page may ask for; notifications come from the main process. */
const ALLOWED = new Set(['clipboard-sanitized-write', 'fullscreen']);

/** Denies every permission but the harmless ones, and those to everybody but our own page. */
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
 * Nothing but our own page is ever shown, in whatever window: no navigation away, no redirect, no further windows, no
 * <webview>. A link to the web opens in the system's browser, after a check; a page of the client that asks for a window of
 * its own is shown in the one that there is.
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

/** A page of the client: the server's answers under /api are never one. */
function isPage(address: string): boolean {
  const path = ownPath(address);
  return path !== null && !path.startsWith('/api/');
}

/** Opens a web page or a mail in the system's programs; everything else is ignored. */
export function openOutside(shell: Pick<Shell, 'openExternal'>, address: string): void {
  if (isOpenedOutside(address)) shell.openExternal(address).catch(() => undefined);
}
