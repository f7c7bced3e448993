import { paths } from '@guilde/ui/paths.ts';
import type { BrowserWindowConstructorOptions, ContextMenuParams } from 'electron';
import { REPORTS } from '../bridge.ts';
import { ORIGIN, ownPath } from './addresses.ts';
import { askWhenStuck, createCrashes } from './crashes.ts';
import type { DesktopElectron, Window } from './electron.ts';
import { WEB_PREFERENCES } from './guards.ts';
import { keepPlace, MINIMUM_SIZE, placeOnScreens, readPlace, type WindowPlace } from './window-place.ts';

export type AppWindow = {
  open: () => void;
  made: () => Promise<void>;
  /** Waits until the page listens to navigation. */
  openAt: (path: string) => void;
  /** Sends the browser's code for a passkey, once the page listens to navigation. */
  hand: (code: string) => void;
  ready: () => void;
  send: (channel: string, value?: unknown) => void;
  current: () => Window | null;
  /** The path is null unless the window is visible and has the focus. */
  pathInSight: () => string | null;
  /** The window does not take the focus; the flashing ends when the person looks. */
  flash: () => void;
  allowClose: () => void;
  /** The window closes without a question from now on: the system would kill an app that asks one. */
  endUnasked: () => void;
  /** `act` does not run if the person stays because of unsaved text. */
  closeThen: (act: () => void) => void;
};

type WindowDeps = {
  electron: Pick<DesktopElectron, 'BrowserWindow' | 'screen' | 'dialog' | 'nativeTheme'>;
  placeFile: string;
  preload: string;
  icon: string;
  now: () => number;
  quit: () => void;
  contextMenu: (window: Window, clicked: ContextMenuParams) => void;
  made: () => void;
  pageGone: () => void;
  focused: () => void;
  blurred: () => void;
  /** The person closed the window, and the app keeps running. */
  hidden: () => void;
  navigated: () => void;
};

/** Closing hides the window: the app stays in the tray until « Quitter ». */
export function createAppWindow(deps: WindowDeps): AppWindow {
  let window: Window | null = null;
  let making: Promise<void> | null = null;
  const closing: Closing = { ...NOT_CLOSING, isUnasked: false };
  const send = (channel: string, value?: unknown) => {
    if (window && !window.isDestroyed()) window.webContents.send(channel, value);
  };
  const mailbox = createMailbox(send);
  const pageGone = () => {
    mailbox.pageGone();
    deps.pageGone();
  };
  const make = async () => {
    const made = await createInPlace(deps);
    window = made;
    made.on('close', (event) => {
      keepPlace(deps.placeFile, made.getNormalBounds(), made.isMaximized());
      if (closing.isAllowed) return;
      event.preventDefault();
      hide(made);
      deps.hidden();
    });
    made.on('closed', () => {
      const { act } = closing;
      window = null;
      Object.assign(closing, NOT_CLOSING);
      pageGone();
      act?.();
    });
    made.on('focus', () => {
      made.flashFrame(false);
      deps.focused();
    });
    made.on('blur', deps.blurred);
    guardPage(deps, made, pageGone, closing);
    deps.made();
    await openHome(made);
  };
  const open = () => {
    if (window) show(window);
    else
      making ??= make().finally(() => {
        making = null;
      });
  };
  return {
    open,
    made: async () => making ?? undefined,
    send,
    openAt: (path) => {
      mailbox.post(REPORTS.navigate, path);
      open();
    },
    hand: (code) => {
      mailbox.post(REPORTS.passkeyCode, code);
      open();
    },
    ready: mailbox.ready,
    current: () => window,
    pathInSight: () => pathInSight(window),
    flash: () => flash(window),
    allowClose: () => {
      closing.isAllowed = true;
    },
    endUnasked: () => {
      closing.isUnasked = true;
    },
    closeThen: (act) => {
      if (window) {
        closing.isAllowed = true;
        closing.act = act;
        window.close();
      } else act();
    },
  };
}

/** Path and passkey code wait here until the page listens; a later one replaces an earlier one. */
function createMailbox(send: AppWindow['send']) {
  let isReady = false;
  const waiting = new Map<string, string>();
  return {
    post: (channel: string, value: string) => {
      if (isReady) send(channel, value);
      else waiting.set(channel, value);
    },
    ready: () => {
      isReady = true;
      for (const [channel, value] of waiting) send(channel, value);
      waiting.clear();
    },
    pageGone: () => {
      isReady = false;
    },
  };
}

async function createInPlace(deps: WindowDeps): Promise<Window> {
  const saved = await readPlace(deps.placeFile);
  const screens = deps.electron.screen.getAllDisplays().map(({ workArea }) => workArea);
  const place = placeOnScreens(saved, screens);
  const window = new deps.electron.BrowserWindow(windowOptions(deps, place));
  if (place.isMaximized) window.maximize();
  return window;
}

function show(window: Window): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function flash(window: Window | null): void {
  if (window && !window.isDestroyed() && !window.isFocused()) window.flashFrame(true);
}

function pathInSight(window: Window | null): string | null {
  if (!window || window.isDestroyed()) return null;
  return window.isVisible() && window.isFocused() ? ownPath(window.webContents.getURL()) : null;
}

/** On macOS, hiding a full-screen window leaves a black screen. */
function hide(window: Window): void {
  if (window.isFullScreen()) {
    window.once('leave-full-screen', () => window.hide());
    window.setFullScreen(false);
  } else window.hide();
}

/** The guards of the page send everybody but members to the sign-in. */
async function openHome(window: Window): Promise<void> {
  await window.loadURL(`${ORIGIN}${paths.home}`).catch(() => undefined);
}

function windowOptions(
  { preload, icon, electron }: Pick<WindowDeps, 'preload' | 'icon' | 'electron'>,
  { x, y, width, height }: WindowPlace,
): BrowserWindowConstructorOptions {
  return {
    width,
    height,
    ...(x === undefined || y === undefined ? {} : { x, y }),
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    title: 'Guilde',
    icon,
    // The colours are the page's own (kit/theme.ts), so that a dark screen does not flash.
    backgroundColor: electron.nativeTheme.shouldUseDarkColors ? '#18140f' : '#fcfaf6',
    webPreferences: { ...WEB_PREFERENCES, preload },
  };
}

type Closing = { isAllowed: boolean; isUnasked: boolean; act: (() => void) | null };
const NOT_CLOSING = { isAllowed: false, act: null };

function guardPage(deps: WindowDeps, window: Window, pageGone: () => void, closing: Closing): void {
  const contents = window.webContents;
  // `did-start-navigation` also comes when the page stays, so it is not used.
  contents.on('did-navigate', pageGone);
  contents.on('did-navigate-in-page', deps.navigated);
  contents.on('context-menu', (_event, clicked) => deps.contextMenu(window, clicked));
  const crashed = createCrashes({
    dialog: deps.electron.dialog,
    now: deps.now,
    reload: () => contents.reload(),
    startOver: () => {
      if (!window.isDestroyed()) void openHome(window);
    },
    quit: deps.quit,
  });
  let question: AbortController | null = null;
  const withdraw = () => {
    question?.abort();
    question = null;
  };
  window.on('unresponsive', () => {
    if (question) return;
    const asked = new AbortController();
    question = asked;
    // The page is then shown again, as after a crash.
    void askWhenStuck(deps.electron.dialog, asked.signal, () => contents.forcefullyCrashRenderer()).finally(
      () => {
        if (question === asked) question = null;
      },
    );
  });
  window.on('responsive', withdraw);
  window.on('closed', withdraw);
  contents.on('render-process-gone', (_event, { reason }) => {
    pageGone();
    if (reason !== 'clean-exit') crashed();
  });
  contents.on('will-prevent-unload', (event) => {
    // The page has unsaved text. Preventing this event lets the page go.
    if (closing.isUnasked || mayLeave(deps.electron.dialog, window, closing.isAllowed))
      event.preventDefault();
    else Object.assign(closing, NOT_CLOSING);
  });
}

/** A page that is not closing is loaded again. */
function mayLeave(dialog: DesktopElectron['dialog'], window: Window, isClosing: boolean): boolean {
  window.show();
  const act = isClosing ? 'Quitter' : 'Recharger';
  const answer = dialog.showMessageBoxSync({
    type: 'question',
    message: `${act} sans enregistrer\u202f?`,
    detail: 'Tes modifications seront perdues.',
    buttons: ['Rester', act],
    defaultId: 0,
    cancelId: 0,
  });
  return answer === 1;
}
