import type { DesktopUse } from '@guilde/contracts/auth/rules.ts';
import type { Compatibility } from '@guilde/contracts/compatibility/rules.ts';
import type { LiveSocket } from '@guilde/contracts/live/connection.ts';
import { createContext, use, useSyncExternalStore } from 'react';

/** `unsupported` means that this browser or system has none. */
export type NotificationConsent = 'granted' | 'denied' | 'default' | 'unsupported';

/**
 * Texts are plain. The same `id` is shown once, and one replaces another of the same `tag`, pushes included.
 * A click calls the listeners of `onNavigate` with `path`.
 */
export type ShownNotification = {
  id: string;
  title: string;
  body: string;
  path: string;
  silent: boolean;
  tag?: string;
};

/** All notifications of the tag are closed; with `id` only that one. */
export type ClosedNotification = { id?: string | undefined; tag: string };

export type Notifications = {
  /** With `page` the client gets the events and decides; with `shell` the shell does, also when closed. */
  readonly mode: 'page' | 'shell';
  permission(): NotificationConsent;
  /** Call it from a click only: browsers refuse otherwise. */
  request(): Promise<NotificationConsent>;
  show(notification: ShownNotification): void;
  /** Closes notifications that are no longer true. */
  close(which: ClosedNotification): void;
};

export type DesktopState = {
  version: string;
  /**
   * `kept` survives a restart; `memory` ends with the app, as the system has no safe place for secrets;
   * during `opening`, then `waiting`, the keyring has not answered yet.
   */
  session: 'opening' | 'waiting' | 'kept' | 'memory';
  /** It is null where it cannot be chosen. */
  startsAtLogin: boolean | null;
  compatibility: Compatibility;
  /** When it is `ready`, a restart installs it; otherwise the person installs it by hand. */
  update: { version: string; ready: boolean; download: string | null } | null;
  notificationsFail: boolean;
};

export type DesktopFeatures = {
  state: () => DesktopState;
  /** Returns how to stop. */
  onChange: (listener: () => void) => () => void;
  setStartAtLogin: (wanted: boolean) => void;
  restartToUpdate: () => void;
  /** It is called when a file was saved, or could not be. Returns how to stop. */
  onDownloaded: (listener: (download: Downloaded) => void) => () => void;
  /** It is called when « Copier le diagnostic » of the menu has worked, or not. Returns how to stop. */
  onDiagnosticCopied: (listener: (isCopied: boolean) => void) => () => void;
  /** Opens the folder of the file. */
  showDownload: (id: number) => void;
  /** Writes what the page has stored to the disk, so that it survives the end of the process. */
  saveStorage: () => void;
  /** Opens a path of the product in the system's browser. */
  openOnWeb: (path: string) => void;
  /**
   * The system's browser asks for a passkey; the promise resolves when it has answered. `signal` cancels it.
   * A later call replaces an earlier one.
   */
  passkeyFromBrowser: (use: DesktopUse, signal: AbortSignal) => Promise<BrowserCode>;
  /** It is called when the browser answers without a pending request. Returns how to stop. */
  onUnaskedCode: (listener: () => void) => () => void;
};

/** A download that the person gave up is not told. The server fell `silent`, or the `network` broke it off. */
export type Downloaded = { id: number; name: string } & (
  | { isSaved: true }
  | { isSaved: false; fault: 'full' | 'disk' | 'silent' | 'network' }
);

/** `verifier` proves that this app has asked for the browser's code. */
export type BrowserCode = { code: string; verifier: string };

/** With `ios` the person installs it from the share menu; with `unavailable` the browser offers nothing. */
export type Installation = 'installed' | 'offered' | 'ios' | 'unavailable';

/** The browser gives the address of pushes, and the keys that encrypt them. */
export type PushTarget = { endpoint: string; keys: { p256dh: string; auth: string } };

export type PushFeatures = {
  /** iOS has it in the installed app only, which is `not-installed`. */
  support: () => 'supported' | 'not-installed' | 'unsupported';
  /** It is null without a subscription. */
  current: () => Promise<PushTarget | null>;
  /** It needs the permission to notify. `publicKey` is that of the server. */
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

/** A shell offers these. The client asks which one it is only for wording, and uses what both have. */
export type Platform = {
  readonly name: 'web' | 'desktop';
  /** `path` starts with /api. It adds the session; network failures reject with a TypeError. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** `path` starts with /api. It connects at once, and never reconnects. */
  openSocket(path: string): LiveSocket;
  /** Returns the server's mark of the moment when it served this page; a first connection names it. */
  pageMark?(): string | undefined;
  /** The URL is an http(s) or mailto address. */
  openExternal(url: string): void;
  /** The count is in the page title, dock, tray or task bar. */
  setUnreadCount(count: number): void;
  /** It is called on focus, visible or online again, and after sleep. Returns how to stop. */
  onWake(listener: () => void): () => void;
  readonly notifications: Notifications;
  /** The path comes from a notification or a link outside the page. Returns how to stop. */
  onNavigate(listener: (path: string) => void): () => void;
  copyText(text: string): Promise<void>;
  readonly desktop?: DesktopFeatures;
  /** A browser has it; no first screen needs this code. */
  readonly loadWebApp?: () => Promise<WebAppFeatures>;
};

const PlatformContext = createContext<Platform | null>(null);

export const PlatformProvider = PlatformContext.Provider;

export function usePlatform(): Platform {
  const platform = use(PlatformContext);
  if (!platform) throw new Error('usePlatform needs a <PlatformProvider> above it');
  return platform;
}

/** It is null in a browser. */
export function useDesktop(): (DesktopFeatures & { current: DesktopState }) | null {
  const { desktop } = usePlatform();
  const current = useSyncExternalStore(desktop?.onChange ?? nothingChanges, () => desktop?.state() ?? null);
  return desktop && current ? { ...desktop, current } : null;
}

function nothingChanges(): () => void {
  return () => undefined;
}
