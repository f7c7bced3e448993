import { Slot } from 'radix-ui';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { toast } from './toast.ts';
import { isOffline } from './use-is-offline.ts';

type Parts = typeof import('./overlay-parts.ts');
type Kind = keyof Parts;

let loaded: Parts | null = null;
const waiting = new Set<() => void>();
/** The button of this overlay has the focus, which goes on to the button that replaces it. */
let focusedId: string | null = null;

/**
 * Loads menus, dialogs, sheets and popovers, of which nothing is open at first, when the page is idle and when
 * a button of theirs is pressed. Imported with the page, home would take 203 kB of scripts instead of 175
 * (docs/performance.md#weights). It is not fetched offline: Chromium keeps the failure for the life of the page.
 */
export async function loadOverlays(): Promise<void> {
  if (loaded) return;
  if (isOffline()) throw new Error('Not fetched offline');
  const parts = await import('./overlay-parts.ts');
  // A button that is replaced between its press and its release gets no click.
  while (document.querySelector('[data-overlay]:active')) await new Promise(requestAnimationFrame);
  focusedId = document.activeElement?.getAttribute('data-overlay') ?? null;
  loaded = parts;
  for (const changed of waiting) changed();
}

function subscribe(changed: () => void): () => void {
  waiting.add(changed);
  return () => waiting.delete(changed);
}

/** It is null until the library is loaded; a content shows nothing until then. */
export function useOverlayParts(): Parts | null {
  return useSyncExternalStore(
    subscribe,
    () => loaded,
    () => null,
  );
}

/** Only content of an open overlay may use it, since that is rendered when the parts are loaded. */
export function loadedParts(): Parts {
  if (!loaded) throw new Error('This part belongs into the content of an overlay');
  return loaded;
}

type Button = { id: string; press: () => void };
const ButtonContext = createContext<Button>({ id: '', press: () => undefined });

export type OverlayProps = {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  modal?: boolean;
  children?: ReactNode;
};

/** Renders the parts of one overlay, of which only the trigger is there until the library is loaded. */
export function Overlay({ kind, ...props }: OverlayProps & { kind: Kind }) {
  const id = useId();
  const parts = useOverlayParts();
  const [isPressed, setPressed] = useState(false);
  const isWanted = isPressed || props.open === true;
  const giveUp = useEffectEvent(() => {
    setPressed(false);
    props.onOpenChange?.(false);
  });
  useEffect(() => {
    if (!isWanted) return;
    loadOverlays().catch(() => {
      giveUp();
      toast.error('Erreur', {
        description: 'La suite n’a pas pu être chargée. Vérifie ta connexion et réessaie.',
      });
    });
  }, [isWanted]);
  useLayoutEffect(() => {
    if (parts && focusedId === id) document.querySelector<HTMLElement>(`[data-overlay="${id}"]`)?.focus();
  }, [parts, id]);
  const press = () => {
    setPressed(true);
    props.onOpenChange?.(true);
  };
  if (!parts) return <ButtonContext value={{ id, press }}>{props.children}</ButtonContext>;
  const Root = parts[kind].Root;
  return (
    <ButtonContext value={{ id, press }}>
      <Root defaultOpen={isPressed} {...props} />
    </ButtonContext>
  );
}

type TriggerProps = ComponentProps<'button'> & { asChild?: boolean };

export function OverlayTrigger({ kind, asChild = false, ...props }: TriggerProps & { kind: Kind }) {
  const parts = useOverlayParts();
  const { id, press } = use(ButtonContext);
  if (parts) {
    const Trigger = parts[kind].Trigger;
    return <Trigger asChild={asChild} data-overlay={id} {...props} />;
  }
  const Part = asChild ? Slot.Root : 'button';
  return (
    <Part
      {...(asChild ? {} : { type: 'button' })}
      data-overlay={id}
      data-state="closed"
      data-pending
      aria-haspopup={kind === 'DropdownMenu' ? 'menu' : 'dialog'}
      aria-expanded={false}
      onClick={press}
      {...props}
    />
  );
}
