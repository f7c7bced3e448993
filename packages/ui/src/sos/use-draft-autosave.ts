import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useSessionEnding } from '../auth/sign-out.ts';
import { isWritten, type SosDraft, type SosForm, useSosDrafts } from './sos-draft.ts';

const DEBOUNCE_MS = 400;

/** Saves on a pause and on unmount, except during a sign-out. `isSaved` covers what is on screen. */
export function useDraftAutosave<Output extends FieldValues>(
  { subscribe, getValues }: Pick<UseFormReturn<SosForm, unknown, Output>, 'subscribe' | 'getValues'>,
  memberId: string,
) {
  const [isSaved, setIsSaved] = useState(() => memberId in useSosDrafts.getState().byMember);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** The form forgets its values on unmount. */
  const pending = useRef<SosDraft | null>(null);
  const store = useCallback(
    (draft: SosDraft) => {
      clearTimeout(timer.current);
      pending.current = null;
      const written = isWritten(draft);
      const { keep, drop } = useSosDrafts.getState();
      if (written) keep(memberId, draft);
      else drop(memberId);
      setIsSaved(written);
    },
    [memberId],
  );
  useLayoutEffect(() => {
    const storePending = () => {
      // The guards reset it in an effect of theirs, after this cleanup.
      if (pending.current && !useSessionEnding.getState().isEnding) store(pending.current);
    };
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        pending.current = structuredClone(values);
        setIsSaved(false);
        clearTimeout(timer.current);
        timer.current = setTimeout(storePending, DEBOUNCE_MS);
      },
    });
    window.addEventListener('pagehide', storePending);
    return () => {
      stop();
      window.removeEventListener('pagehide', storePending);
      storePending();
      clearTimeout(timer.current);
    };
  }, [subscribe, store]);
  /** Call it before sending, so that the draft and its id stay for a retry. */
  const saveNow = () => store(getValues());
  const discard = () => {
    clearTimeout(timer.current);
    pending.current = null;
    useSosDrafts.getState().drop(memberId);
  };
  return { isSaved, saveNow, discard };
}
