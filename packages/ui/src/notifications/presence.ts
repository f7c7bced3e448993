import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useAttention, useVisibility } from '../conversations/use-attention.ts';
import { paths } from '../paths.ts';
import { signal } from './tabs.ts';

/** Somebody has a tab before the eyes, with the focus. */
export const ATTENTIVE = 'attentive';

/** The chat about an SOS can be seen in a tab, with or without the focus. */
export function lookingAtChat(sosId: string): string {
  return `chat:${sosId}`;
}

/** Lets the member's other tabs know what can be seen in this one. */
export function useTabPresence(): void {
  const attentive = useAttention();
  const visible = useVisibility();
  const { pathname, search } = useLocation();
  const sosId = pathname === paths.chat() ? new URLSearchParams(search).get('sos') : null;
  useSignal(attentive ? ATTENTIVE : null);
  useSignal(visible && sosId ? lookingAtChat(sosId) : null);
}

function useSignal(name: string | null): void {
  useEffect(() => (name ? signal(name) : undefined), [name]);
}
