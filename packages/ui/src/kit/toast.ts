export type ToastOptions = {
  description?: string;
  /** One thing to do, for instance « Réessayer ». */
  action?: { label: string; onClick: () => void };
  /** Milliseconds; errors stay longer than successes. */
  duration?: number;
  /** The same id replaces the toast that is on screen. */
  id?: string;
  /** True: screen readers hear only the title, since the explanation is at the field that has the focus. */
  explainedElsewhere?: boolean;
};

export type ToastRequest = ToastOptions & { kind: 'success' | 'error' | 'info'; title: string };

type Show = (request: ToastRequest) => void;

let show: Show | null = null;
let waiting: ToastRequest[] = [];
let asked = 0;
const listeners = new Set<() => void>();

function request(kind: ToastRequest['kind'], title: string, options: ToastOptions = {}): void {
  const toast = { kind, title, ...options };
  if (show) {
    show(toast);
    return;
  }
  waiting.push(toast);
  asked++;
  for (const listener of listeners) listener();
}

/** Short messages about what a person just did. Title first, explanation in `description`. */
export const toast = {
  success: (title: string, options?: ToastOptions): void => request('success', title, options),
  error: (title: string, options?: ToastOptions): void => request('error', title, options),
  info: (title: string, options?: ToastOptions): void => request('info', title, options),
};

/** Called by the loaded toaster when it can show, and with null when it leaves. */
export function connectToaster(next: Show | null): void {
  show = next;
  if (!next) return;
  const queue = waiting;
  waiting = [];
  for (const toast of queue) next(toast);
}

/** How often a toast was asked for while there was no toaster, and a way to hear of it. */
export const toasterWanted = {
  get: (): number => asked,
  subscribe: (changed: () => void): (() => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};
