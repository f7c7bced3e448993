import type { LiveSocket } from '@guilde/contracts/live/connection.ts';
import { onReturn, showUnreadInTitle } from '@guilde/ui/page-window.ts';
import type { Platform } from '@guilde/ui/platform.ts';
import type { Bridge, SocketEvent } from '../bridge.ts';
import { createPasskeyCodes } from './passkey-codes.ts';

/**
 * The page has no session and no connection of its own (docs/desktop.md#how-it-reaches-the-server-and-why).
 * The main process notifies and counts.
 */
export async function createDesktopPlatform(bridge: Bridge): Promise<Platform> {
  let state = await bridge.state();
  const changed = new Set<() => void>();
  bridge.onState((next) => {
    state = next;
    for (const listener of changed) listener();
  });
  return {
    name: 'desktop',
    fetch: (path, init) => fetch(path, init),
    openSocket: createSockets(bridge),
    openExternal: bridge.openExternal,
    setUnreadCount: showUnreadInTitle,
    onWake: (listener) => {
      const stops = [onReturn(listener), bridge.onWake(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    notifications: {
      mode: 'shell',
      permission: () => (state.notifications ? 'granted' : 'unsupported'),
      request: async () => (state.notifications ? 'granted' : 'unsupported'),
      // The main process shows all others itself, also without a window.
      show: ({ title, body, silent }) => bridge.tryNotification({ title, body, silent }),
      close: () => undefined,
    },
    onNavigate: bridge.onNavigate,
    copyText: (text) => navigator.clipboard.writeText(text),
    desktop: {
      state: () => state,
      onChange: (listener) => {
        changed.add(listener);
        return () => changed.delete(listener);
      },
      setStartAtLogin: bridge.setStartAtLogin,
      restartToUpdate: bridge.restartToUpdate,
      onDownloaded: bridge.onDownloaded,
      onDiagnosticCopied: bridge.onDiagnosticCopied,
      showDownload: bridge.showDownload,
      saveStorage: bridge.saveStorage,
      openOnWeb: bridge.openOnWeb,
      ...createPasskeyCodes(bridge),
    },
  };
}

type Listeners = { message?: (frame: string) => void; close?: (code: number) => void };

function createSockets(bridge: Bridge): (path: string) => LiveSocket {
  const open = new Map<number, Listeners>();
  let last = 0;
  bridge.onSocket((event: SocketEvent) => {
    const listeners = open.get(event.id);
    if (event.type === 'message') listeners?.message?.(event.frame);
    if (event.type === 'close') {
      open.delete(event.id);
      listeners?.close?.(event.code);
    }
  });
  return (path) => {
    const id = ++last;
    const listeners: Listeners = {};
    open.set(id, listeners);
    bridge.openSocket(id, path);
    return {
      send: (frame) => bridge.sendFrame(id, frame),
      close: () => bridge.closeSocket(id),
      onMessage: (listener) => {
        listeners.message = listener;
      },
      onClose: (listener) => {
        listeners.close = listener;
      },
    };
  };
}
