import { useEffect, useState } from 'react';
import { formatTime } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';
import type { Quiet } from '../shell/member-menu.tsx';
import { useChangeSettings, useSettings } from './data.ts';

const HOUR_MS = 3_600_000;
const MORNING_HOUR = 8;

/** It ends by itself on each device, at the same instant. */
export function useDoNotDisturb(): Quiet {
  const until = useSettings().data?.quietUntil ?? null;
  const { mutate } = useChangeSettings();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (until === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The end is looked at each hour, and again where the server's time was corrected meanwhile.
    const wait = () => {
      const left = Date.parse(until) - serverNow();
      if (left > 0) timer = setTimeout(wait, Math.min(left, HOUR_MS));
      else setNow(serverNow());
    };
    wait();
    return () => clearTimeout(timer);
  }, [until]);
  if (until !== null && Date.parse(until) > now)
    return {
      activeLabel: `Ne pas déranger jusqu’à ${formatTime(until)}`,
      acts: [{ label: 'Reprendre les notifications', run: () => mutate({ quietUntil: null }) }],
    };
  const hold = (end: number) => mutate({ quietUntil: new Date(end).toISOString() });
  return {
    activeLabel: null,
    acts: [
      { label: 'Pendant 1\u00a0h', run: () => hold(serverNow() + HOUR_MS) },
      { label: 'Jusqu’à 8\u00a0h du matin', run: () => hold(nextMorning()) },
    ],
  };
}

/** It is the next eight o'clock where the device is. */
function nextMorning(): number {
  const now = new Date(serverNow());
  return now.setHours(now.getHours() < MORNING_HOUR ? MORNING_HOUR : MORNING_HOUR + 24, 0, 0, 0);
}
