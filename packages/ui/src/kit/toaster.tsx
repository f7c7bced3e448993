import { type RefObject, useEffect, useRef } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { announce } from './announcer.tsx';
import { useTheme } from './theme.ts';
import { connectToaster, type ToastRequest } from './toast.ts';
import { useIsMobile } from './use-media.ts';

/** Milliseconds. */
const durations = { success: 4000, info: 5000, error: 8000 };
/** On a phone, of what merely confirms: it takes a part of the small window. */
const CONFIRMED_ON_PHONE_MS = 2000;
/** Long enough to hear of the action and reach it. */
const WITH_ACTION_MS = 12_000;

/** A navigation often follows, and moving the focus would cut the announcement. */
const ANNOUNCE_AFTER_MS = 500;

const pendingAnnouncements = new Set<ReturnType<typeof setTimeout>>();

const shown = new Map<string, ToastRequest>();
let isPhone = false;

function show(request: ToastRequest): void {
  const id = request.id ?? crypto.randomUUID();
  shown.set(id, request);
  render(id, request, false);
  const timer = setTimeout(() => {
    pendingAnnouncements.delete(timer);
    announce(announcementOf(request));
  }, ANNOUNCE_AFTER_MS);
  pendingAnnouncements.add(timer);
}

function render(id: string, request: ToastRequest, isPaused: boolean): void {
  const { kind, title, description, action } = request;
  const { duration = isPhone && kind !== 'error' ? CONFIRMED_ON_PHONE_MS : durations[kind] } = request;
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

/**
 * The library pauses under the pointer; this pauses under the focus. Afterwards each toast has its full time
 * again.
 */
function setPaused(isPaused: boolean): void {
  const present = new Set(sonner.getToasts().map(({ id }) => id));
  for (const [id, request] of shown) {
    if (present.has(id)) render(id, request, isPaused);
    else shown.delete(id);
  }
}

/** Does nothing when it has gone already. */
export function dismissToast(id: string): void {
  sonner.dismiss(id);
}

/** In one piece and in order, with the keys that lead to the action. */
function announcementOf({ title, description, action, explainedElsewhere, heardAs }: ToastRequest): string {
  const parts = [
    heardAs ?? title,
    explainedElsewhere || heardAs ? undefined : description,
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

/** Pixels beside the toasts, and of each that shows behind the first. */
const TOAST_MARGIN = 24;
const TOAST_BEHIND = 14;

/** On phones bars and pages end above the toasts (`--toast-space`), so that these cover no button. */
function useToastSpace(section: RefObject<HTMLElement | null>, isMobile: boolean): void {
  useEffect(() => {
    isPhone = isMobile;
    const element = section.current;
    if (!element || !isMobile) return;
    const { style } = document.documentElement;
    const measure = () => {
      const list = element.querySelector<HTMLElement>('[data-sonner-toaster]');
      const count = element.querySelectorAll('[data-sonner-toast]:not([data-removed="true"])').length;
      const height = Number.parseFloat(list?.style.getPropertyValue('--front-toast-height') ?? '');
      if (count > 0 && height > 0)
        style.setProperty('--toast-space', `${height + TOAST_MARGIN + (count - 1) * TOAST_BEHIND}px`);
      else style.removeProperty('--toast-space');
    };
    const observer = new MutationObserver(measure);
    observer.observe(element, { subtree: true, childList: true, attributes: true });
    measure();
    return () => {
      observer.disconnect();
      style.removeProperty('--toast-space');
    };
  }, [section, isMobile]);
}

export function Toaster() {
  const theme = useTheme();
  const isMobile = useIsMobile();
  const section = usePauseOnFocus();
  useToastSpace(section, isMobile);
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
      // Must not cover: on wide windows the main action of an SOS and the composer (bottom), on phones the
      // title and the search (top).
      position={isMobile ? 'bottom-center' : 'top-center'}
      mobileOffset={{ bottom: 'calc(var(--toast-bottom) + env(safe-area-inset-bottom))' }}
      closeButton
      containerAriaLabel="Notifications"
      toastOptions={{
        closeButtonAriaLabel: 'Fermer la notification',
        classNames: {
          toast:
            'font-sans! text-[0.8125rem]! rounded-lg! border! border-border! bg-popover! text-popover-foreground! shadow-soft!',
          title: 'font-semibold!',
          description: 'text-muted-foreground!',
          success: '[&_[data-icon]]:text-success!',
          error: '[&_[data-icon]]:text-danger!',
          actionButton: 'bg-primary! text-primary-foreground! h-8! rounded-sm!',
          // 24 px, with a touch target of 44 px.
          closeButton:
            'size-6! bg-popover! border-border! text-foreground! before:absolute before:-inset-2.5',
        },
      }}
    />
  );
}
