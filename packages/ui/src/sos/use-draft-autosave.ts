import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useSessionEnding } from '../auth/sign-out.ts';

const DEBOUNCE_MS = 400;

type Drafts<Draft> = {
  byMember: Record<string, Draft>;
  keep: (memberId: string, draft: Draft) => void;
  drop: (memberId: string) => void;
};

/** The form begins with the draft that was kept, and again with a new one: then `turn` is another key. */
export function useKeptDraft<Draft>(
  drafts: { getState: () => Drafts<Draft> },
  key: string,
  create: () => Draft,
  begin: (kept: Draft | undefined) => Draft = (kept) => kept ?? create(),
) {
  const [{ draft, turn }, setStart] = useState(() => ({
    draft: begin(drafts.getState().byMember[key]),
    turn: 0,
  }));
  const startOver = () => {
    drafts.getState().drop(key);
    setStart({ draft: create(), turn: turn + 1 });
  };
  return { draft, turn, startOver };
}

/** Saves on a pause and on unmount, except during a sign-out. `isSaved` covers what is on screen. */
export function useDraftAutosave<Draft, Form extends FieldValues & Draft, Output>(
  { subscribe, getValues }: Pick<UseFormReturn<Form, unknown, Output>, 'subscribe' | 'getValues'>,
  memberId: string,
  drafts: { getState: () => Drafts<Draft> },
  isWritten: (draft: Draft) => boolean,
) {
  const [isSaved, setIsSaved] = useState(() => memberId in drafts.getState().byMember);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** The form forgets its values on unmount. */
  const pending = useRef<Form | null>(null);
  const store = useCallback(
    (draft: Form) => {
      clearTimeout(timer.current);
      pending.current = null;
      const written = isWritten(draft);
      const { keep, drop } = drafts.getState();
      if (written) keep(memberId, draft);
      else drop(memberId);
      setIsSaved(written);
    },
    [memberId, drafts, isWritten],
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
    drafts.getState().drop(memberId);
  };
  return { isSaved, saveNow, discard };
}
