import type { WebContents as FullWebContents, Shell, WebPreferences } from 'electron';
import { isOpenedOutside, ORIGIN, ownPath } from './addresses.ts';
import type { App, Session } from './electron.ts';

/** Electron's safe defaults are repeated in case they change. */
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

/** The main process shows notifications. `media` covers only the microphone, for voice messages. */
const ALLOWED = new Set(['clipboard-sanitized-write', 'fullscreen', 'media']);
const MICROPHONE = 'audio';

export function guardPermissions(session: Session): void {
  const isAllowed = (permission: string, media: readonly (string | undefined)[]) =>
    ALLOWED.has(permission) &&
    (permission !== 'media' || (media.length > 0 && media.every((kind) => kind === MICROPHONE)));
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    const isOurs = details.isMainFrame && ownPath(details.requestingUrl) !== null;
    answer(isOurs && isAllowed(permission, media));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, { mediaType }) => {
    const isOurs = origin === ORIGIN || origin === `${ORIGIN}/`;
    return isOurs && isAllowed(permission, [mediaType]);
  });
  session.setDevicePermissionHandler(() => false);
}

type Guarded = Pick<FullWebContents, 'on' | 'setWindowOpenHandler'>;

/**
 * Web links open in the system's browser; links to the own community and new windows of the client open in the
 * existing one. `server` gives the server's origin, or null before it is known.
 */
export function guardContents(
  app: Pick<App, 'on'>,
  shell: Pick<Shell, 'openExternal'>,
  server: () => string | null,
  open: (path: string) => void,
): void {
  app.on('web-contents-created', (_event, contents) => guard(contents, shell, server, open));
}

function guard(
  contents: Guarded,
  shell: Pick<Shell, 'openExternal'>,
  server: () => string | null,
  open: (path: string) => void,
): void {
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame || !isPage(details.url)) details.preventDefault();
  });
  contents.on('will-redirect', (details) => {
    if (!isPage(details.url)) details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const path = isPage(url) ? ownPath(url) : pathOnServer(url, server());
    if (path === null) openOutside(shell, url);
    else open(path);
    return { action: 'deny' };
  });
}

/** The fragment may hold an invitation's secrets. */
function pathOnServer(address: string, server: string | null): string | null {
  const url = URL.parse(address);
  if (!url || url.origin !== server || url.username || url.password || url.pathname.startsWith('/api/'))
    return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Answers under /api are data, never pages. */
function isPage(address: string): boolean {
  const path = ownPath(address);
  return path !== null && !path.startsWith('/api/');
}

/** Ignores addresses other than web pages and mail. */
export function openOutside(shell: Pick<Shell, 'openExternal'>, address: string): void {
  if (isOpenedOutside(address)) shell.openExternal(address).catch(() => undefined);
}

/** The server's origin is safe (`serverOrigin`), also over http on this machine. */
export function openOnWeb(shell: Pick<Shell, 'openExternal'>, server: string, path: string): void {
  const url = path.startsWith('/') ? URL.parse(path, server) : null;
  if (url?.origin !== server || url.pathname.startsWith('/api/')) return;
  shell.openExternal(url.href).catch(() => undefined);
}
