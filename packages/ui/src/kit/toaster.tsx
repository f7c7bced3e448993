import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { announce } from './announcer.tsx';
import { Boundary } from './boundary.tsx';
import { useTheme } from './theme.ts';
import { connectToaster, type ToastRequest, toastRequests } from './toast.ts';
import { useIsMobile } from './use-media.ts';

/** Durations are in milliseconds. */
const durations = { success: 4000, info: 5000, error: 8000 };
/** A confirmation disappears early on a phone, because a bar is missing that long. */
const CONFIRMED_ON_PHONE_MS = 2000;
/** The time suffices to hear of the action and reach it. */
const WITH_ACTION_MS = 12_000;

/** A navigation often follows, and moving the focus would cut the announcement. */
const ANNOUNCE_AFTER_MS = 500;

const pendingAnnouncements = new Set<ReturnType<typeof setTimeout>>();

const shown = new Map<string, ToastRequest>();
let isPhone = false;
let count = 0;

function show(request: ToastRequest): void {
  if (!request.shownByPage) {
    const id = request.id ?? `toast-${++count}`;
    shown.set(id, request);
    render(id, request, false);
  }
  const timer = setTimeout(() => {
    pendingAnnouncements.delete(timer);
    announce(announcementOf(request));
  }, ANNOUNCE_AFTER_MS);
  pendingAnnouncements.add(timer);
}

function render(id: string, request: ToastRequest, isPaused: boolean): void {
  const { kind, title, description, action } = request;
  const duration = isPhone && kind !== 'error' ? CONFIRMED_ON_PHONE_MS : durations[kind];
  sonner[kind](title, {
    id,
    description,
    duration: isPaused ? Number.POSITIVE_INFINITY : action ? Math.max(duration, WITH_ACTION_MS) : duration,
    onDismiss: () => setPaused(false),
    ...(action && { action: { ...action, onClick: () => leave(action.onClick) } }),
  });
}

function leave(act: () => void): void {
  setPaused(false);
  act();
}

/** The library pauses under the pointer; this pauses under the focus, and restarts each toast's time. */
function setPaused(isPaused: boolean): void {
  const present = new Set(sonner.getToasts().map(({ id }) => id));
  for (const [id, request] of shown) {
    if (present.has(id)) render(id, request, isPaused);
    else shown.delete(id);
  }
}

export function dismissToast(id: string): void {
  sonner.dismiss(id);
}

/** The text is one piece, in order, with the keys that lead to the action. */
function announcementOf({
  title,
  description,
  action,
  explainedElsewhere,
  announcedAs,
}: ToastRequest): string {
  const parts = [
    announcedAs ?? title,
    explainedElsewhere || announcedAs ? undefined : description,
    action && `Alt + T pour «\u00a0${action.label}\u00a0»`,
  ];
  return parts
    .filter((part) => part !== undefined)
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');
}

function usePauseOnFocus() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = section.current;
    if (!element) return;
    // A live region would be read in fragments: see `announcementOf`.
    element.setAttribute('aria-live', 'off');
    const enter = () => setPaused(true);
    const leaveFor = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setPaused(false);
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

/** A broken toast is gone, and the next one is another attempt. */
export function Toaster() {
  return (
    <Boundary attempt={useSyncExternalStore(toastRequests.subscribe, toastRequests.get)}>
      <Toasts />
    </Boundary>
  );
}

function Toasts() {
  const theme = useTheme();
  const isMobile = useIsMobile();
  const section = usePauseOnFocus();
  useEffect(() => {
    isPhone = isMobile;
  }, [isMobile]);
  // Effects of children run first: the toaster is ready now.
  useEffect(() => {
    connectToaster(show);
    return () => {
      connectToaster(null);
      for (const timer of pendingAnnouncements) clearTimeout(timer);
      pendingAnnouncements.clear();
    };
  }, []);
  return (
    <Sonner
      ref={section}
      theme={theme}
      // On wide windows the main actions are at the top and at the right, and composers at the bottom. Phones
      // have the place from styles.css: there a toast replaces a bar.
      {...(isMobile
        ? { position: 'top-center', visibleToasts: 1, swipeDirections: ['left', 'right'] }
        : { position: 'bottom-left', offset: { left: 'var(--toast-left)', bottom: '5.5rem' } })}
      className="max-md:pointer-events-none max-md:inset-(--toast-place)! max-md:h-[calc(--spacing(14)+1px)]! max-md:w-full! max-md:transform-none!"
      closeButton
      containerAriaLabel="Notifications"
      toastOptions={{
        closeButtonAriaLabel: 'Fermer la notification',
        classNames: {
          toast:
            'font-sans! text-[0.8125rem]! rounded-lg! border! border-border! bg-popover! text-popover-foreground! shadow-soft! max-md:pointer-events-auto max-md:inset-x-0! max-md:[inset-block:var(--toast-anchor)]! max-md:[--y:translateY(0)]! max-md:data-[swipe-out=false]:animate-let-through! max-md:min-h-full! max-md:w-full! max-md:rounded-none! max-md:border-x-0! max-md:py-0.5! max-md:pr-1! max-md:text-xs! max-md:shadow-none!',
          // An error is never cut.
          content: 'text-pretty max-md:line-clamp-3! max-md:in-data-[type=error]:line-clamp-none!',
          title: 'font-semibold! max-md:inline! max-md:leading-4!',
          description: "text-muted-foreground! max-md:inline! max-md:leading-4! max-md:before:content-['_']",
          info: 'max-md:[&_[data-icon]]:hidden!',
          success: '[&_[data-icon]]:text-success!',
          error: '[&_[data-icon]]:text-danger!',
          actionButton:
            'bg-primary! text-primary-foreground! h-8! rounded-sm! max-md:relative! max-md:h-9! max-md:px-3! max-md:before:absolute max-md:before:-inset-1',
          // The button is 24 px, with a touch target of 44 px; on phones it is in the row.
          closeButton:
            'size-6! bg-popover! border-border! text-foreground! before:absolute before:-inset-2.5 max-md:static! max-md:order-1 max-md:size-11! max-md:transform-none! max-md:border-0! max-md:before:hidden [&_svg]:max-md:size-4',
        },
      }}
    />
  );
}
