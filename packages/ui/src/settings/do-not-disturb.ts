import { addDays, instantOf, localTime } from '@guilde/contracts/events/time.ts';
import { useEffect, useState } from 'react';
import { formatTime } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';
import type { Quiet } from '../shell/member-menu.tsx';
import { useChangeSettings, useSettings } from './data.ts';
import { deviceTimeZone } from './device-time-zone.ts';

const HOUR_MS = 3_600_000;
/** A later timer would fire at once. */
const TIMER_MAX_MS = 2_147_483_647;

/** It ends by itself on each device, at the same instant. */
export function useDoNotDisturb(): Quiet {
  const { data: settings } = useSettings();
  const { mutate } = useChangeSettings();
  const [now, setNow] = useState(serverNow);
  const until = settings?.quietUntil ?? null;
  useEffect(() => {
    if (until === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The server's time may be corrected while the timer runs, so that the end is then still ahead.
    const wait = () => {
      const left = Date.parse(until) - serverNow();
      if (left > 0) timer = setTimeout(wait, Math.min(left, TIMER_MAX_MS));
      else setNow(serverNow());
    };
    wait();
    return () => clearTimeout(timer);
  }, [until]);
  return {
    held: until !== null && Date.parse(until) > now ? `Ne pas déranger jusqu’à ${formatTime(until)}` : null,
    choices: () => choicesAt(serverNow(), deviceTimeZone() ?? settings?.timeZone ?? 'Europe/Paris'),
    choose: (quietUntil) => {
      setNow(serverNow());
      mutate({ quietUntil });
    },
  };
}

/** The second one ends at the next eight o’clock in the member's zone. */
function choicesAt(now: number, timeZone: string) {
  const local = localTime(now, timeZone);
  const isNight = local.slice(11) < '08:00';
  const morning = addDays(`${local.slice(0, 10)}T08:00`, isNight ? 0 : 1);
  return [
    { label: 'Pendant 1\u00a0h', at: now + HOUR_MS },
    {
      label: isNight ? 'Jusqu’à 8\u00a0h' : 'Jusqu’à demain, 8\u00a0h',
      at: instantOf(morning, timeZone) ?? now,
    },
  ].map(({ label, at }) => ({ label, until: new Date(at).toISOString() }));
}
