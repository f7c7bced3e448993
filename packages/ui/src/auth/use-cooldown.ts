import { useEffect, useState } from 'react';

export const RESEND_SECONDS = 30;

/** `left` is in seconds. */
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
