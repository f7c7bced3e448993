import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isWritten, type SosDraft, type SosForm, useSosDrafts } from './sos-draft.ts';

const PAUSE_MS = 400;

/** On a pause in typing and on unmount. `kept`: what is on screen is stored. */
export function useDraftKeeper<Output extends FieldValues>(
  { subscribe, getValues }: Pick<UseFormReturn<SosForm, unknown, Output>, 'subscribe' | 'getValues'>,
  memberId: string,
) {
  const [kept, setKept] = useState(() => memberId in useSosDrafts.getState().byMember);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** The form forgets its values on unmount. */
  const waiting = useRef<SosDraft | null>(null);
  const store = useCallback(
    (draft: SosDraft) => {
      clearTimeout(timer.current);
      waiting.current = null;
      const written = isWritten(draft);
      const { keep, drop } = useSosDrafts.getState();
      if (written) keep(memberId, draft);
      else drop(memberId);
      setKept(written);
    },
    [memberId],
  );
  useEffect(() => {
    const storeWaiting = () => {
      if (waiting.current) store(waiting.current);
    };
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        waiting.current = structuredClone(values);
        setKept(false);
        clearTimeout(timer.current);
        timer.current = setTimeout(storeWaiting, PAUSE_MS);
      },
    });
    window.addEventListener('pagehide', storeWaiting);
    return () => {
      stop();
      window.removeEventListener('pagehide', storeWaiting);
      storeWaiting();
    };
  }, [subscribe, store]);
  /** Before sending: the draft and its id stay for a retry. */
  const keepNow = () => store(getValues());
  const finish = () => {
    clearTimeout(timer.current);
    waiting.current = null;
    useSosDrafts.getState().drop(memberId);
  };
  return { kept, keepNow, finish };
}
