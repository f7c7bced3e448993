import { resolve } from 'node:path';
import { REPORTS } from '../bridge.ts';
import { LINK_SCHEME, SCHEME } from './addresses.ts';
import type { AppWindow } from './app-window.ts';
import { installAppImage, warnWithoutSandbox } from './appimage.ts';
import { createBundle } from './bundle.ts';
import { openConnection } from './connection.ts';
import { linkAmong, passkeyCodeOf, routeOfLink } from './deep-links.ts';
import type { DesktopElectron } from './electron.ts';
import { createHelp, watchFaults } from './faults.ts';
import { chooseGraphics } from './graphics.ts';
import { guardContents, guardPermissions } from './guards.ts';
import { createNetworkFaults } from './network-faults.ts';
import { createShell } from './shell.ts';
import { isHidden, startedAtLogin } from './start-at-login.ts';
import type { Surroundings } from './surroundings.ts';

const APP_ID = 'fr.guilde';
const BUNDLE_HOST = 'bundle';

/**
 * It is synchronous until Electron could be ready, since macOS may deliver links early. It also resolves when
 * the app cannot start.
 */
export async function startDesktop(electron: DesktopElectron, around: Surroundings): Promise<void> {
  try {
    await start(electron, around);
  } catch (error) {
    around.journal.write('Guilde could not start', error);
    electron.dialog.showErrorBox(
      'Guilde ne peut pas démarrer',
      'Redémarre ton ordinateur. Si cela ne suffit pas, réinstalle l’application.',
    );
    electron.app.quit();
  }
}

async function start(electron: DesktopElectron, around: Surroundings): Promise<void> {
  const { app } = electron;
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  // A second call in a process would undo the first in the pages' processes.
  electron.protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
  const hasGraphics = chooseGraphics(electron, around);
  let server: string | null = null;
  let window: AppWindow | null = null;
  const faults = createNetworkFaults(around.now);
  const tell = (isCopied: boolean) => {
    window?.open();
    window?.send(REPORTS.diagnosticCopied, isCopied);
  };
  const help = createHelp(electron, around, { hasGraphics, server: () => server, faults, tell });
  watchFaults(electron, around, help);
  around.journal.write(`Guilde ${app.getVersion()} starts`);
  app.setAppUserModelId(APP_ID);
  installAppImage(electron, around);
  claimLinks(electron, around);
  guardContents(
    app,
    electron.shell,
    () => server,
    (path) => window?.openAt(path),
  );
  const inbox = receiveLinks(electron, around.argv);
  if (!inbox.isEmpty()) around.hideArguments();
  await app.whenReady();
  spellInFrench(electron, around);
  guardPermissions(electron.session.defaultSession);
  const connection = await openConnection(electron, around, faults);
  server = connection.origin;
  serve(electron, around, connection.forward);
  const shell = createShell(electron, around, connection, help);
  window = shell;
  warnWithoutSandbox(electron, around);
  if (inbox.isEmpty() && !startedAtLogin(app, around)) shell.open();
  inbox.follow((address) => {
    const code = passkeyCodeOf(address);
    const route = routeOfLink(address);
    if (code) shell.hand(code);
    else if (route) shell.openAt(route);
    else shell.open();
  });
  await shell.made();
}

/** In development the program is Electron, which needs the app's path. */
function claimLinks(
  { app }: Pick<DesktopElectron, 'app'>,
  { program, argv }: Pick<Surroundings, 'program' | 'argv'>,
): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  else app.setAsDefaultProtocolClient(LINK_SCHEME, program, argv[1] ? [resolve(argv[1])] : []);
}

/**
 * Links are arguments of the start or of a second instance (Windows, Linux), or come by `open-url` (macOS).
 * They are kept until `follow` is set.
 */
function receiveLinks({ app }: Pick<DesktopElectron, 'app'>, argv: readonly string[]) {
  const waiting: string[] = [];
  let follow: ((address: string) => void) | null = null;
  const put = (address: string) => {
    if (follow) follow(address);
    else waiting.push(address);
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    put(url);
  });
  app.on('second-instance', (_event, args) => {
    const link = linkAmong(args);
    // Without a link the window is shown, except at the system's start at login.
    if (link !== null || !isHidden(args)) put(link ?? '');
  });
  const first = linkAmong(argv);
  if (first) put(first);
  return {
    isEmpty: () => waiting.length === 0,
    follow: (next: (address: string) => void) => {
      follow = next;
      for (const address of waiting.splice(0)) next(address);
    },
  };
}

function serve(
  { protocol, net }: Pick<DesktopElectron, 'protocol' | 'net'>,
  { folders, devServer }: Surroundings,
  forward: (request: Request) => Promise<Response>,
): void {
  const bundle = devServer
    ? ({ url }: Request) => net.fetch(`${devServer}${new URL(url).pathname}${new URL(url).search}`, {})
    : createBundle(folders.renderer);
  protocol.handle(SCHEME, (request) => {
    const { host, pathname } = new URL(request.url);
    if (host !== BUNDLE_HOST) return new Response(null, { status: 404 });
    return pathname.startsWith('/api/') ? forward(request) : bundle(request);
  });
}

/** Chromium would load its dictionary from Google, so it gets ours or none. macOS has its own. */
function spellInFrench(
  { app, session }: Pick<DesktopElectron, 'app' | 'session'>,
  { platform, downloads }: Pick<Surroundings, 'platform' | 'downloads'>,
): void {
  if (platform === 'darwin') return;
  // Any other session, as that of the updates, would load the dictionary of the system's language.
  app.on('session-created', (made) => made.setSpellCheckerLanguages([]));
  const { defaultSession } = session;
  const { availableSpellCheckerLanguages } = defaultSession;
  const french = ['fr-FR', 'fr'].find((code) => availableSpellCheckerLanguages.includes(code));
  // Only this stops it from loading the system language's dictionary at once.
  defaultSession.setSpellCheckerLanguages([]);
  if (downloads) defaultSession.setSpellCheckerDictionaryDownloadURL(`${downloads}/dictionaries/`);
  if (downloads && french) defaultSession.setSpellCheckerLanguages([french]);
  defaultSession.setSpellCheckerEnabled(Boolean(downloads && french));
}
