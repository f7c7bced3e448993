import { create } from 'zustand';
import { isRefusal } from '../api.ts';

/** It is set while the dialog asks, and called with whether the proof was given. */
type ProofRequest = { answer: ((isProven: boolean) => void) | null };

export const useProofRequest = create<ProofRequest>(() => ({ answer: null }));

export function isProofMissing(error: unknown): boolean {
  return isRefusal(error, 'PROOF_REQUIRED');
}

/** Resolves to false when the dialog is closed without a proof. Concurrent calls share one dialog. */
export function askForProof(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { answer: other } = useProofRequest.getState();
  useProofRequest.setState({
    answer: (isProven) => {
      useProofRequest.setState({ answer: null });
      other?.(isProven);
      resolve(isProven);
    },
  });
  return promise;
}

/** Runs an act; when the proof is too old for the server, asks for another and repeats the act. */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isProofMissing(error) || !(await askForProof())) throw error;
    return act();
  }
}
