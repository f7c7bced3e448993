import { create } from 'zustand';

/** `key` is that of the draft. */
type Recording = { key: string; state: 'asking' | 'recording'; seconds: number; stream: MediaStream | null };

export const useRecording = create<{ current: Recording | null }>(() => ({ current: null }));

export function useIsRecording(key: string): boolean {
  return useRecording(({ current }) => current?.key === key);
}
