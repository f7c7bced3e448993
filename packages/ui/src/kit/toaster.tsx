import { useEffect, useRef } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { announce } from './announcer.tsx';
import { useTheme } from './theme.ts';
import { connectToaster, type ToastRequest } from './toast.ts';
import { useIsMobile } from './use-media.ts';

/** In milliseconds. */
const durations = { success: 4000, info: 5000, error: 8000 };
/** With something to do in it: time to hear of it and to reach it. */
const WITH_ACTION_MS = 12_000;

/** A navigation often follows what a toast tells of, and the new focus would cut the words. */
const SPOKEN_AFTER_MS = 500;

const toSay = new Set<ReturnType<typeof setTimeout>>();

/** What was shown, by id. */
const shown = new Map<string, ToastRequest>();

function show(request: ToastRequest): void {
  const id = request.id ?? crypto.randomUUID();
  shown.set(id, request);
  draw(id, request, false);
  const timer = setTimeout(() => {
    toSay.delete(timer);
    announce(spoken(request));
  }, SPOKEN_AFTER_MS);
  toSay.add(timer);
}

function draw(id: string, request: ToastRequest, isHeld: boolean): void {
  const { kind, title, description, action, duration = durations[kind] } = request;
  sonner[kind](title, {
    id,
    description,
    duration: isHeld ? Number.POSITIVE_INFINITY : action ? Math.max(duration, WITH_ACTION_MS) : duration,
    onDismiss: () => hold(false),
    ...(action && { action: { ...action, onClick: () => leave(action.onClick) } }),
  });
}

function leave(act: () => void): void {
  hold(false);
  act();
}

/** The library stops the clock under a pointer; the focus does the same. Released, each has its full time again. */
function hold(isHeld: boolean): void {
  const present = new Set(sonner.getToasts().map(({ id }) => id));
  for (const [id, request] of shown) {
    if (present.has(id)) draw(id, request, isHeld);
    else shown.delete(id);
  }
}

/** In one piece and in order; what can be done, with the keys that lead there. */
function spoken({ title, description, action, explainedElsewhere }: ToastRequest): string {
  const parts = [
    title,
    explainedElsewhere ? undefined : description,
    action && `Alt + T pour «\u00a0${action.label}\u00a0»`,
  ];
  return parts
    .filter((part) => part !== undefined)
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');
}

function useHeldByFocus() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = section.current;
    if (!element) return;
    // Read in fragments if it were live itself: see `spoken`.
    element.setAttribute('aria-live', 'off');
    const enter = () => hold(true);
    const leaveFor = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) hold(false);
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leaveFor);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leaveFor);
    };
  }, []);
  return section;
}

/** Loaded by ToastHost with the first toast. */
export function Toaster() {
  const theme = useTheme();
  const isMobile = useIsMobile();
  const section = useHeldByFocus();
  // Effects of children run first: by now the toaster listens.
  useEffect(() => {
    connectToaster(show);
    return () => {
      connectToaster(null);
      for (const timer of toSay) clearTimeout(timer);
      toSay.clear();
    };
  }, []);
  return (
    <Sonner
      ref={section}
      theme={theme}
      // On wide windows not at the bottom: there stand the main action of an SOS and the composer of the chat. On phones not
      // at the top: there stand the title and the search.
      position={isMobile ? 'bottom-center' : 'top-center'}
      mobileOffset={{ bottom: 'calc(var(--spacing) * 18 + env(safe-area-inset-bottom))' }}
      closeButton
      containerAriaLabel="Notifications"
      toastOptions={{
        closeButtonAriaLabel: 'Fermer la notification',
        classNames: {
          toast:
            'font-sans! rounded-lg! border! border-border! bg-popover! text-popover-foreground! shadow-soft!',
          title: 'font-semibold!',
          description: 'text-muted-foreground!',
          success: '[&_[data-icon]]:text-success!',
          error: '[&_[data-icon]]:text-danger!',
          actionButton: 'bg-primary! text-primary-foreground! h-8! rounded-sm!',
          // 24 px to the eye, 44 px to the finger.
          closeButton:
            'size-6! bg-popover! border-border! text-foreground! before:absolute before:-inset-2.5',
        },
      }}
    />
  );
}
