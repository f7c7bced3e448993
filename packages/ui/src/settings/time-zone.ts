import { useEffect, useRef } from 'react';
import { useChangeSettings, useSettings } from './data.ts';
import { deviceTimeZone } from './device-time-zone.ts';

/** It is sent once per start: of two devices in two zones the last one started counts. */
export function useTimeZoneOfSettings(): void {
  const timeZone = useSettings().data?.timeZone;
  const { mutate } = useChangeSettings();
  const isSent = useRef(false);
  useEffect(() => {
    if (timeZone === undefined || isSent.current) return;
    isSent.current = true;
    const here = deviceTimeZone();
    if (here && here !== timeZone) mutate({ timeZone: here });
  }, [timeZone, mutate]);
}
