import { useEffect, useRef } from 'react';
import { useChangeSettings, useSettings } from './data.ts';

/** It is sent once per start: of two devices in two zones the last one started counts. */
export function useTimeZoneOfSettings(): void {
  const timeZone = useSettings().data?.timeZone;
  const { mutate } = useChangeSettings();
  const isSent = useRef(false);
  useEffect(() => {
    if (timeZone === undefined || isSent.current) return;
    isSent.current = true;
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (here !== timeZone) mutate({ timeZone: here });
  }, [timeZone, mutate]);
}
