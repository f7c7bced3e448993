import { notifyManager } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { errorMessage } from '../api.ts';
import { toast } from '../kit/toast.ts';
import { showMessage } from './history.ts';
import { useMemberContext } from './member-context.ts';

/** `from` is the message in which the jump was asked for, which the button down leads back to. */
export type Jump = { seq: number; from: number | null };

type JumpTo = (seq: number, from?: number) => void;

const JumpContext = createContext<JumpTo>(() => undefined);

export const JumpProvider = JumpContext.Provider;

export function useJumpTo(): JumpTo {
  return useContext(JumpContext);
}

/**
 * Jumps come from the address (`?message=`), again with every visit of it, and from within. `arrived` is the
 * last one whose message is loaded, if it exists; `isPending` holds until then.
 */
export function useJumps(conversationId: string, isLoaded: boolean) {
  const context = useMemberContext();
  const { key } = useLocation();
  const inAddress = Number(useSearchParams()[0].get('message')) || null;
  const [visit, setVisit] = useState<string | null>(null);
  const [asked, setAsked] = useState<Jump | null>(null);
  const [arrived, setArrived] = useState<Jump | null>(null);
  if (visit !== key) {
    setVisit(key);
    if (inAddress) setAsked({ seq: inAddress, from: null });
  }
  useEffect(() => {
    if (!asked || !isLoaded) return;
    let isCurrent = true;
    showMessage(context, conversationId, asked.seq)
      .then((isFound) => isFound || toast.error('Ce message est introuvable.'))
      .catch((error) => toast.error('Erreur', { description: errorMessage(error) }))
      // React Query notifies later, so this waits until the loaded messages are rendered.
      .finally(() => notifyManager.schedule(() => isCurrent && setArrived(asked)));
    return () => {
      isCurrent = false;
    };
  }, [context, conversationId, asked, isLoaded]);
  const jumpTo = useCallback<JumpTo>((seq, from) => setAsked({ seq, from: from ?? null }), []);
  return { arrived, isPending: asked !== arrived, jumpTo };
}
