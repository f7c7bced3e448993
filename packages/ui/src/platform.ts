import type { Compatibility } from '@guilde/contracts/compatibility.ts';
import type { LiveSocket } from '@guilde/contracts/live-connection.ts';
import { createContext, use, useSyncExternalStore } from 'react';

/** What the person allowed; `unsupported`: this browser or system shows none. */
export type NotificationConsent = 'granted' | 'denied' | 'default' | 'unsupported';

/** Plain texts. The same `id` is shown once; a click hands `path` to the listeners of `onNavigate`. */
export type ShownNotification = { id: string; title: string; body: string; path: string; silent: boolean };

export type Notifications = {
  /** `page`: the client decides what to show. `shell`: the shell hears the events itself, also with the window closed. */
  readonly mode: 'page' | 'shell';
  permission(): NotificationConsent;
  /** Asks the person; only ever called by a click. */
  request(): Promise<NotificationConsent>;
  show(notification: ShownNotification): void;
};

/** What the desktop app says of itself. */
export type DesktopState = {
  version: string;
  /**
   * `kept` across starts; `memory` where the system has no safe place for a secret: it ends with the app; `opening` and,
   * after a while, `waiting` until the system's keyring has answered.
   */
  session: 'opening' | 'waiting' | 'kept' | 'memory';
  /** Null where this cannot be chosen. */
  startsAtLogin: boolean | null;
  compatibility: Compatibility;
  /** `ready`: downloaded, installed by a restart; otherwise the person installs it as they installed the app. */
  update: { version: string; ready: boolean } | null;
  /** The system would not show the last notification. */
  notificationsFail: boolean;
};

/** What only an installed app has. */
export type DesktopFeatures = {
  state: () => DesktopState;
  /** Called after `state` has changed. Returns how to stop. */
  onChange: (listener: () => void) => () => void;
  setStartAtLogin: (wanted: boolean) => void;
  /** Installs the update that is ready and starts again. */
  restartToUpdate: () => void;
};

/**
 * What a shell (browser, desktop) offers to the client. The client never asks which shell it runs in, except to word
 * a sentence, and never touches what only one of them has.
 */
export type Platform = {
  readonly name: 'web' | 'desktop';
  /** `path` starts with /api. The shell adds the session; network failures reject with a TypeError. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** `path` starts with /api. Connects at once; the caller decides about another attempt. */
  openSocket(path: string): LiveSocket;
  /** Opens an http(s) or mailto address outside of the application. */
  openExternal(url: string): void;
  /** The one unread number, for the page title, dock, tray or task bar. */
  setUnreadCount(count: number): void;
  /** Called when the person comes back: focus, visible again, online again, after sleep. Returns how to stop. */
  onWake(listener: () => void): () => void;
  readonly notifications: Notifications;
  /** Called with a path inside the product when a click outside of the page leads there. Returns how to stop. */
  onNavigate(listener: (path: string) => void): () => void;
  /** Puts text on the clipboard; rejects when that is not allowed. */
  copyText(text: string): Promise<void>;
  /** Absent in a browser. */
  readonly desktop?: DesktopFeatures;
};

const PlatformContext = createContext<Platform | null>(null);

export const PlatformProvider = PlatformContext.Provider;

export function usePlatform(): Platform {
  const platform = use(PlatformContext);
  if (!platform) throw new Error('usePlatform needs a <PlatformProvider> above it');
  return platform;
}

/** What the desktop app says of itself, as it changes; null in a browser. */
export function useDesktop(): (DesktopFeatures & { current: DesktopState }) | null {
  const { desktop } = usePlatform();
  const current = useSyncExternalStore(desktop?.onChange ?? nothingChanges, () => desktop?.state() ?? null);
  return desktop && current ? { ...desktop, current } : null;
}

function nothingChanges(): () => void {
  return () => undefined;
}
