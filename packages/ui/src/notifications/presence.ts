import { PRESENCE_REPEAT_MS } from '@guilde/contracts/live/protocol.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { elapsed } from '../elapsed.ts';
import { useVisibility, useWindowFocus } from '../kit/window-focus.ts';
import { useLive } from '../live.ts';
import { openChat } from '../paths.ts';
import { usePlatform } from '../platform.ts';
import { setFlag } from './tabs.ts';

export const FOCUSED = 'attentive';

/** The chat of an SOS or event is visible in a tab, with or without the focus. */
export function chatVisible(owner: string): string {
  return `chat:${owner}`;
}

export function useTabPresence(): void {
  const isFocused = useWindowFocus();
  const isVisible = useVisibility();
  const chat = openChat(useLocation());
  useReportPresence(isFocused);
  useFlag(isFocused ? FOCUSED : null);
  useFlag(isVisible && chat ? chatVisible(chat) : null);
}

function useFlag(name: string | null): void {
  useEffect(() => (name ? setFlag(name) : undefined), [name]);
}

const ACTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** A shell that notifies reports its presence itself. */
function useReportPresence(isFocused: boolean): void {
  const { mode } = usePlatform().notifications;
  useEffect(() => {
    if (mode === 'shell' || !isFocused) return;
    let sentAt = Number.NEGATIVE_INFINITY;
    const report = () => {
      const { connection, send } = useLive.getState();
      if (connection !== 'online' || elapsed() - sentAt < PRESENCE_REPEAT_MS) return;
      sentAt = elapsed();
      send({ type: 'attention', state: 'looking' });
    };
    report();
    for (const act of ACTS) window.addEventListener(act, report, { capture: true, passive: true });
    return () => {
      for (const act of ACTS) window.removeEventListener(act, report, { capture: true });
      useLive.getState().send({ type: 'attention', state: 'away' });
    };
  }, [isFocused, mode]);
}
