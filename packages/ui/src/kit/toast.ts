export type ToastOptions = {
  description?: string;
  action?: { label: string; onClick: () => void };
  /** It replaces a visible toast of the same id. */
  id?: string;
  /** Screen readers then get only the title, because the explanation is at the focused field. */
  explainedElsewhere?: boolean;
  /** Screen readers get this text in place of title and description. */
  announcedAs?: string;
  /** The page is the proof, so that only screen readers are told. */
  shownByPage?: boolean;
};

export type ToastRequest = ToastOptions & { kind: 'success' | 'error' | 'info'; title: string };

type Show = (request: ToastRequest) => void;

let show: Show | null = null;
let pending: ToastRequest[] = [];
let requestCount = 0;
const listeners = new Set<() => void>();

function request(kind: ToastRequest['kind'], title: string, options: ToastOptions = {}): void {
  const toast = { kind, title, ...options };
  if (show) {
    show(toast);
    return;
  }
  pending.push(toast);
  requestCount++;
  for (const listener of listeners) listener();
}

export const toast = {
  success: (title: string, options?: ToastOptions): void => request('success', title, options),
  error: (title: string, options?: ToastOptions): void => request('error', title, options),
  info: (title: string, options?: ToastOptions): void => request('info', title, options),
};

/** The toaster passes null when it unmounts. */
export function connectToaster(next: Show | null): void {
  show = next;
  if (!next) return;
  const queue = pending;
  pending = [];
  for (const toast of queue) next(toast);
}

export const toastRequests = {
  get: (): number => requestCount,
  subscribe: (changed: () => void): (() => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};
