import { type ComponentType, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadOverlays } from '../kit/overlays.tsx';
import { toast } from '../kit/toast.ts';
import { isOffline } from '../kit/use-is-offline.ts';
import { useLive } from '../live.ts';
import type { PaletteProps } from './palette.tsx';
import { useRememberedPlaces } from './recent-places.ts';

const load = async () => {
  await loadOverlays();
  return import('./palette.tsx');
};

/** The prefetch starts this long after the page. */
const PREFETCH_AFTER_MS = 3000;

type Owner = Pick<PaletteProps, 'memberId' | 'isTeam' | 'onSignOut'>;

/** `element` must be rendered once. Ctrl or Cmd + K opens it too. */
export function usePalette(owner: Owner) {
  const [isOpen, setOpen] = useState(false);
  const [Loaded, setLoaded] = useState<ComponentType<PaletteProps> | null>(null);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  useRememberedPlaces(owner.memberId);
  const typing = useRef<(() => string) | null>(null);
  const takeTyped = useCallback(() => {
    const typed = typing.current?.() ?? '';
    typing.current = null;
    return typed;
  }, []);
  const open = useCallback(async () => {
    setOpener(document.activeElement instanceof HTMLElement ? document.activeElement : null);
    typing.current ??= captureTyping();
    try {
      const { Palette } = await load();
      setLoaded(() => Palette);
      setOpen(true);
    } catch {
      takeTyped();
      toast.error('Erreur', {
        description: 'La recherche n’a pas pu être chargée. Vérifie ta connexion et réessaie.',
      });
    }
  }, [takeTyped]);
  useEffect(() => () => void takeTyped(), [takeTyped]);
  useShortcut(() => (isOpen ? setOpen(false) : void open()));
  usePrefetch();
  const element = Loaded && (
    <Loaded
      {...owner}
      open={isOpen}
      onOpenChange={setOpen}
      opener={opener}
      onReady={(takeOver) => takeOver(takeTyped())}
    />
  );
  return { open: () => void open(), element };
}

function useShortcut(toggle: () => void): void {
  const press = useEffectEvent(toggle);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!event.repeat) press();
    };
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

/** Keeps typed keys from the page while the palette loads. The function stops it and returns the text. */
function captureTyping(): () => string {
  let typed = '';
  const keep = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    typed += event.key;
  };
  document.addEventListener('keydown', keep, { capture: true });
  return () => {
    document.removeEventListener('keydown', keep, { capture: true });
    return typed;
  };
}

/**
 * Prefetches the palette, so that the first keys are not lost. It waits while the server is away, since
 * browsers keep a failure for the life of the page, also for other screens that share a file with it.
 */
function usePrefetch(): void {
  const isAway = useLive(({ connection }) => connection === 'reconnecting');
  useEffect(() => {
    if (isAway) return;
    const prefetch = () => {
      if (!isOffline()) load().catch(() => undefined);
    };
    const timer = setTimeout(prefetch, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isAway]);
}
