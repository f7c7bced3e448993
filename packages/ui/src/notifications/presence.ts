import { ATTENTION_REPEAT_MS } from '@guilde/contracts/attention.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useAttention, useVisibility } from '../conversations/use-attention.ts';
import { useLive } from '../live.ts';
import { paths } from '../paths.ts';
import { usePlatform } from '../platform.ts';
import { signal } from './tabs.ts';

/** Somebody has a tab before the eyes, with the focus. */
export const ATTENTIVE = 'attentive';

/** The chat about an SOS can be seen in a tab, with or without the focus. */
export function lookingAtChat(sosId: string): string {
  return `chat:${sosId}`;
}

/** Lets the member's other tabs, browsers and apps know what can be seen in this one. */
export function useTabPresence(): void {
  const attentive = useAttention();
  const visible = useVisibility();
  const { pathname, search } = useLocation();
  const sosId = pathname === paths.chat() ? new URLSearchParams(search).get('sos') : null;
  useReportAttention(attentive);
  useSignal(attentive ? ATTENTIVE : null);
  useSignal(visible && sosId ? lookingAtChat(sosId) : null);
}

function useSignal(name: string | null): void {
  useEffect(() => (name ? signal(name) : undefined), [name]);
}

/** What a person does to a page that is before their eyes. */
const ACTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Says on the live socket that this page is in use; a shell that notifies says it by itself, also of the computer. */
function useReportAttention(attentive: boolean): void {
  const { mode } = usePlatform().notifications;
  useEffect(() => {
    if (mode === 'shell' || !attentive) return;
    let sentAt = Number.NEGATIVE_INFINITY;
    const say = () => {
      const { connection, send } = useLive.getState();
      if (connection !== 'online' || Date.now() - sentAt < ATTENTION_REPEAT_MS) return;
      sentAt = Date.now();
      send({ type: 'attention', state: 'looking' });
    };
    say();
    for (const act of ACTS) window.addEventListener(act, say, { capture: true, passive: true });
    return () => {
      for (const act of ACTS) window.removeEventListener(act, say, { capture: true });
      useLive.getState().send({ type: 'attention', state: 'away' });
    };
  }, [attentive, mode]);
}
