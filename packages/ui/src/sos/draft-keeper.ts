import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isWritten, type SosDraft, type SosForm, useSosDrafts } from './sos-draft.ts';

const PAUSE_MS = 400;

/** Stores the form when the person pauses and when they leave. `kept`: what is on screen is stored. */
export function useDraftKeeper<Output extends FieldValues>(
  form: UseFormReturn<SosForm, unknown, Output>,
  memberId: string,
) {
  const [kept, setKept] = useState(() => memberId in useSosDrafts.getState().byMember);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { subscribe, getValues } = form;
  const keepNow = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const draft: SosDraft = getValues();
    const written = isWritten(draft);
    const { keep, drop } = useSosDrafts.getState();
    if (written) keep(memberId, draft);
    else drop(memberId);
    setKept(written);
  };
  const keepLater = useEffectEvent(() => {
    setKept(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(keepNow, PAUSE_MS);
  });
  const keepWhatWaits = useEffectEvent(() => {
    if (timer.current !== undefined) keepNow();
  });
  useEffect(() => {
    const stop = subscribe({ formState: { values: true }, callback: () => keepLater() });
    const leave = () => keepWhatWaits();
    window.addEventListener('pagehide', leave);
    return () => {
      stop();
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [subscribe]);
  /** It is posted: nothing to keep any more. */
  const finish = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    useSosDrafts.getState().drop(memberId);
  };
  return { kept, keepNow, finish };
}
