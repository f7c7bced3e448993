import { writeFileSync } from 'node:fs';
import type {
  BrowserWindowConstructorOptions,
  Menu,
  MenuItemConstructorOptions,
  NativeImage,
  NotificationConstructorOptions,
  Rectangle,
} from 'electron';
import { Emitter } from './fake-events.ts';

type WindowOpen = (details: never) => { action: string };

export class FakeContents extends Emitter {
  readonly sent: [channel: string, value: unknown][] = [];
  deliver: (channel: string, value: unknown) => void = () => undefined;
  url = '';
  reloads = 0;
  openWindow: WindowOpen = () => ({ action: 'allow' });

  send(channel: string, value?: unknown): void {
    this.sent.push([channel, value]);
    this.deliver(channel, value);
  }
  getURL(): string {
    return this.url;
  }
  reload(): void {
    this.reloads++;
  }
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed' });
  }
  replaceMisspelling(): void {}
  copyImageAt(): void {}
  readonly navigationHistory = { goBack: () => this.steps.push(-1), goForward: () => this.steps.push(1) };
  readonly steps: number[] = [];
  click(url: string): string {
    return this.openWindow({ url } as never).action;
  }
  setWindowOpenHandler(handler: WindowOpen): void {
    this.openWindow = handler;
  }
}

export class FakeWindow extends Emitter {
  readonly webContents = new FakeContents();
  readonly overlays: string[] = [];
  readonly options: BrowserWindowConstructorOptions;
  visible = true;
  focused = true;
  minimized = false;
  maximized = false;
  fullScreen = false;
  destroyed = false;
  flashes = false;
  /** The value is −1 when nothing runs. */
  progress = -1;
  /** The page has typed text that it would lose. */
  hasUnsaved = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
  }
  async loadURL(url: string): Promise<void> {
    this.webContents.url = url;
  }
  show(): void {
    this.visible = true;
  }
  hide(): void {
    this.visible = false;
    this.focused = false;
  }
  focus(): void {
    this.focused = true;
    this.emit('focus');
  }
  blur(): void {
    this.focused = false;
    this.emit('blur');
  }
  restore(): void {
    this.minimized = false;
  }
  maximize(): void {
    this.maximized = true;
  }
  isFullScreen(): boolean {
    return this.fullScreen;
  }
  /** A real system answers later, too. */
  setFullScreen(wanted: boolean): void {
    setImmediate(() => {
      this.fullScreen = wanted;
      this.emit(wanted ? 'enter-full-screen' : 'leave-full-screen');
    });
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  isVisible(): boolean {
    return this.visible;
  }
  isFocused(): boolean {
    return this.focused;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  getNormalBounds(): Rectangle {
    const { x = 0, y = 0, width = 800, height = 600 } = this.options;
    return { x, y, width, height };
  }
  setProgressBar(progress: number): void {
    this.progress = progress;
  }
  flashFrame(wanted: boolean): void {
    this.flashes = wanted;
  }
  setOverlayIcon(image: NativeImage | null, description: string): void {
    this.overlays.push(image ? description : '');
  }
  /** The page is asked after the app, as when the person uses the window's button. */
  close(): void {
    if (this.emit('close')) return;
    if (this.hasUnsaved && !this.webContents.emit('will-prevent-unload')) return;
    this.destroyed = true;
    this.emit('closed');
  }
}

export class FakeNotification extends Emitter {
  readonly options: NotificationConstructorOptions;
  isOnScreen = false;

  constructor(options: NotificationConstructorOptions) {
    super();
    this.options = options;
  }
  show(): void {
    this.isOnScreen = true;
  }
  close(): void {
    this.isOnScreen = false;
    this.emit('close');
  }
}

/** The test plays how far a saved file has come. */
export class FakeDownload extends Emitter {
  readonly url: string;
  readonly filename: string;
  readonly total: number;
  received = 0;
  savePath = '';

  constructor(url: string, filename: string, total = 0) {
    super();
    this.url = url;
    this.filename = filename;
    this.total = total;
  }
  getURL(): string {
    return this.url;
  }
  getFilename(): string {
    return this.filename;
  }
  getReceivedBytes(): number {
    return this.received;
  }
  getTotalBytes(): number {
    return this.total;
  }
  setSavePath(path: string): void {
    this.savePath = path;
  }
  cancel(): void {
    this.end('cancelled');
  }
  /** Chromium leaves a part of what broke off. */
  end(state: 'completed' | 'cancelled' | 'interrupted', content = 'whole'): void {
    if (state !== 'cancelled') writeFileSync(this.savePath, content);
    this.emit('done', {}, state);
  }
}

export class FakeTray extends Emitter {
  image: string;
  toolTip = '';
  menu: MenuItemConstructorOptions[] = [];

  constructor(image: NativeImage) {
    super();
    this.image = pathOf(image);
  }
  setImage(image: NativeImage | string): void {
    this.image = typeof image === 'string' ? image : pathOf(image);
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = templateOf(menu);
  }
}

const pathOf = (image: NativeImage) => (image as unknown as { path: string }).path;
export const templateOf = (menu: Menu | null) =>
  (menu as unknown as { template: MenuItemConstructorOptions[] } | null)?.template ?? [];
