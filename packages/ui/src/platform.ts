import type { DesktopUse } from '@guilde/contracts/auth/rules.ts';
import type { Compatibility } from '@guilde/contracts/compatibility/rules.ts';
import type { LiveSocket } from '@guilde/contracts/live/connection.ts';
import { createContext, use, useSyncExternalStore } from 'react';

/** `unsupported`: this browser or system has none. */
export type NotificationConsent = 'granted' | 'denied' | 'default' | 'unsupported';

/**
 * Plain text; the same `id` is shown once, and one replaces another of the same `tag`, pushes included. A click calls the
 * listeners of `onNavigate` with `path`.
 */
export type ShownNotification = {
  id: string;
  title: string;
  body: string;
  path: string;
  silent: boolean;
  tag?: string;
};

/** Of this tag; with `id` only that one. */
export type ClosedNotification = { id?: string | undefined; tag: string };

export type Notifications = {
  /**
   * `page`: the client decides what to show. `shell`: the shell gets the events itself, also with the window
   * closed.
   */
  readonly mode: 'page' | 'shell';
  permission(): NotificationConsent;
  /** Call it from a click only: browsers refuse otherwise. */
  request(): Promise<NotificationConsent>;
  show(notification: ShownNotification): void;
  /** What is not true any more. */
  close(which: ClosedNotification): void;
};

export type DesktopState = {
  version: string;
  /**
   * `kept` across starts; `memory`: ends with the app, as the system has no safe place for secrets;
   * `opening`, then `waiting`: the keyring has not answered yet.
   */
  session: 'opening' | 'waiting' | 'kept' | 'memory';
  /** Null where it cannot be chosen. */
  startsAtLogin: boolean | null;
  compatibility: Compatibility;
  /** `ready`: a restart installs it; otherwise the person installs it by hand. */
  update: { version: string; ready: boolean } | null;
  notificationsFail: boolean;
};

export type DesktopFeatures = {
  state: () => DesktopState;
  /** Returns how to stop. */
  onChange: (listener: () => void) => () => void;
  setStartAtLogin: (wanted: boolean) => void;
  restartToUpdate: () => void;
  /** A file was saved, or could not be. Returns how to stop. */
  onDownloaded: (listener: (download: { id: number; name: string; isSaved: boolean }) => void) => () => void;
  /** In its folder. */
  showDownload: (id: number) => void;
  /** Writes what the page has stored to the disk, so that it survives the end of the process. */
  saveStorage: () => void;
  /** A path in the product, in the system's browser. */
  openOnWeb: (path: string) => void;
  /**
   * The system's browser asks for a passkey; resolves when it has answered. `signal` gives it up. A later call replaces an
   * earlier one.
   */
  passkeyFromBrowser: (use: DesktopUse, signal: AbortSignal) => Promise<BrowserCode>;
  /** The browser answered what nobody waits for. Returns how to stop. */
  onUnaskedCode: (listener: () => void) => () => void;
};

/** The browser's code, and what shows that this app has asked for it. */
export type BrowserCode = { code: string; verifier: string };

/** `ios`: the person installs it from the share menu; `unavailable`: this browser offers nothing. */
export type Installation = 'installed' | 'offered' | 'ios' | 'unavailable';

/** As the browser gives it: where pushes go, and the keys that encrypt them. */
export type PushTarget = { endpoint: string; keys: { p256dh: string; auth: string } };

export type PushFeatures = {
  /** `not-installed`: iOS has it in the installed app only. */
  support: () => 'supported' | 'not-installed' | 'unsupported';
  /** Null without a subscription. */
  current: () => Promise<PushTarget | null>;
  /** With the permission to notify. `publicKey`: of the server. */
  subscribe: (publicKey: string) => Promise<PushTarget>;
  unsubscribe: () => Promise<void>;
};

export type WebAppFeatures = {
  /** Registers the service worker. */
  start: () => void;
  installation: () => Installation;
  /** Call it from a click only. */
  install: () => Promise<void>;
  /** Returns how to stop. */
  onChange: (listener: () => void) => () => void;
  push: PushFeatures;
};

/**
 * What a shell offers. The client asks which shell it is only for wording, and uses nothing that one of them
 * lacks.
 */
export type Platform = {
  readonly name: 'web' | 'desktop';
  /** `path` starts with /api. Adds the session; network failures reject with a TypeError. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** `path` starts with /api. Connects at once, never reconnects. */
  openSocket(path: string): LiveSocket;
  /** An http(s) or mailto address. */
  openExternal(url: string): void;
  /** In the page title, dock, tray or task bar. */
  setUnreadCount(count: number): void;
  /** On focus, visible or online again, and after sleep. Returns how to stop. */
  onWake(listener: () => void): () => void;
  readonly notifications: Notifications;
  /** A path in the product, from a notification or a link outside the page. Returns how to stop. */
  onNavigate(listener: (path: string) => void): () => void;
  copyText(text: string): Promise<void>;
  readonly desktop?: DesktopFeatures;
  /** In a browser; code that no first screen needs. */
  readonly loadWebApp?: () => Promise<WebAppFeatures>;
};

const PlatformContext = createContext<Platform | null>(null);

export const PlatformProvider = PlatformContext.Provider;

export function usePlatform(): Platform {
  const platform = use(PlatformContext);
  if (!platform) throw new Error('usePlatform needs a <PlatformProvider> above it');
  return platform;
}

/** Null in a browser. */
export function useDesktop(): (DesktopFeatures & { current: DesktopState }) | null {
  const { desktop } = usePlatform();
  const current = useSyncExternalStore(desktop?.onChange ?? nothingChanges, () => desktop?.state() ?? null);
  return desktop && current ? { ...desktop, current } : null;
}

function nothingChanges(): () => void {
  return () => undefined;
}
