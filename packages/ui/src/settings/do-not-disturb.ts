import { useEffect, useState } from 'react';
import { formatTime } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';
import type { Quiet } from '../shell/member-menu.tsx';
import { useChangeSettings, useSettings } from './data.ts';

const HOUR_MS = 3_600_000;
const MORNING_HOUR = 8;

/** It ends by itself on each device, at the same instant. */
export function useDoNotDisturb(): Quiet {
  const { data: settings } = useSettings();
  const { mutate } = useChangeSettings();
  const [now, setNow] = useState(serverNow);
  const until = settings?.quietUntil ?? null;
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
  return {
    held: until !== null && Date.parse(until) > now ? `Ne pas déranger jusqu’à ${formatTime(until)}` : null,
    choices,
    choose: (quietUntil) => {
      setNow(serverNow());
      mutate({ quietUntil });
    },
  };
}

/** The ends are asked for when one chooses, since a page may have been open for long. */
function choices() {
  const isNight = new Date(serverNow()).getHours() < MORNING_HOUR;
  return [
    { label: 'Pendant 1\u00a0h', until: () => iso(serverNow() + HOUR_MS) },
    { label: isNight ? 'Jusqu’à 8\u00a0h' : 'Jusqu’à demain, 8\u00a0h', until: () => iso(nextMorning()) },
  ];
}

/** It is the next eight o'clock where the device is. */
function nextMorning(): number {
  const morning = new Date(serverNow());
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  if (morning.getTime() <= serverNow()) morning.setDate(morning.getDate() + 1);
  return morning.getTime();
}

const iso = (time: number) => new Date(time).toISOString();
