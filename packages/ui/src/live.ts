import { createLiveConnection, type LiveState } from '@guilde/contracts/live/connection.ts';
import type { ClientFrame } from '@guilde/contracts/live/input.ts';
import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import type { ApiClient } from './api.ts';
import { elapsed } from './elapsed.ts';
import { noteServerTime } from './kit/server-time.ts';
import type { Platform } from './platform.ts';

export type LiveContext = { queryClient: QueryClient; api: ApiClient; memberId: string };

/** `resumed` runs at each `hello` before which events may have been missed, so that features refetch. */
export type LiveHandlers = {
  [T in LiveEvent['type']]?: (context: LiveContext, event: Extract<LiveEvent, { type: T }>) => void;
} & { resumed?: (context: LiveContext) => void };

type Live = {
  connection: LiveState;
  /** Frames are dropped while offline. */
  send: (frame: ClientFrame) => void;
  /** It reconnects when the server does not answer. */
  check: () => void;
};

const ADDRESS = '/api/live';

const offline: Live = { connection: 'connecting', send: () => undefined, check: () => undefined };

export const useLive = create<Live>(() => offline);

/** Without a connection everything that is on screen is asked for at this interval. */
export const REFETCH_MS = 30_000;

/** Returns how to stop. */
export function startLive(
  platform: Platform,
  context: LiveContext,
  features: readonly LiveHandlers[],
): () => void {
  let isGreeted = false;
  const dispatch = (event: LiveEvent) => {
    if (event.type === 'hello') {
      isGreeted = true;
      noteServerTime(event.now ?? Number.NaN);
      if (!event.isComplete) for (const feature of features) feature.resumed?.(context);
    }
    for (const feature of features) {
      (feature[event.type] as ((context: LiveContext, event: LiveEvent) => void) | undefined)?.(
        context,
        event,
      );
    }
  };
  const connection = createLiveConnection({
    openSocket: () => platform.openSocket(isGreeted ? ADDRESS : withMark(platform.pageMark?.())),
    clock: {
      elapsed,
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    random: Math.random,
    onEvent: dispatch,
    onState: (state) => useLive.setState({ connection: state }),
  });
  useLive.setState({
    connection: 'connecting',
    send: (frame) => connection.send(JSON.stringify(frame)),
    check: connection.check,
  });
  connection.start();
  const stopWaking = platform.onWake(connection.wake);
  const refetching = setInterval(() => {
    if (useLive.getState().connection !== 'reconnecting' || document.visibilityState === 'hidden') return;
    for (const feature of features) feature.resumed?.(context);
  }, REFETCH_MS);
  return () => {
    clearInterval(refetching);
    stopWaking();
    connection.stop();
    useLive.setState(offline);
  };
}

function withMark(mark: string | undefined): string {
  return mark ? `${ADDRESS}?${new URLSearchParams({ since: mark })}` : ADDRESS;
}
