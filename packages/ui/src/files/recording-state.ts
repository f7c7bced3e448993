import { create } from 'zustand';

/** `key`: of the draft that it is for. */
type Recording = { key: string; state: 'asking' | 'recording'; seconds: number; stream: MediaStream | null };

/** One at a time, of this page. */
export const useRecording = create<{ current: Recording | null }>(() => ({ current: null }));

export function useIsRecording(key: string): boolean {
  return useRecording(({ current }) => current?.key === key);
}
