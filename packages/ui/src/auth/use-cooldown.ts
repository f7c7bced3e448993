import { useEffect, useState } from 'react';

/** How long one waits before an e-mail can be asked for again. */
export const RESEND_SECONDS = 30;

/** Seconds before something can be asked for again; `start` begins to count down from `seconds`. */
export function useCooldown(seconds: number, running = false): { left: number; start: () => void } {
  const [left, setLeft] = useState(running ? seconds : 0);
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setLeft((value) => value - 1), 1000);
    return () => clearInterval(timer);
  }, [waiting]);
  return { left, start: () => setLeft(seconds) };
}
