import type { Platform } from '@guilde/ui/platform.ts';

const listeners = new Set<(path: string) => void>();

export const onNavigate: Platform['onNavigate'] = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function navigate(path: string): void {
  for (const listener of listeners) listener(path);
}
