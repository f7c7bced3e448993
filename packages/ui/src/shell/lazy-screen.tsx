import { type ComponentType, lazy, useCallback, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../kit/states.tsx';
import { isOffline } from '../kit/use-is-offline.ts';
import { usePlatform } from '../platform.ts';
import { mayReloadFor, servedBuild } from './deployment.ts';
import { Page, PageHeader } from './page.tsx';

type Screen = { Component: ComponentType };
type Load<P> = () => Promise<ComponentType<P>>;

/** Use it for `lazy` of a route: a panel replaces code that fails to load, and the frame around it stays. */
export function lazyScreen(load: () => Promise<Screen>): () => Promise<Screen> {
  const component = async () => (await load()).Component;
  return async () => ({ Component: await orFallback(component, MissingScreen) });
}

/** It works like `lazy` of React. `title` is that of the panel. */
export function lazyPart<P extends object>(load: Load<P>, title?: string) {
  const Missing: Panel = (props) => <MissingPart {...props} {...(title && { title })} />;
  return lazy(async () => ({ default: await orFallback(load, Missing) }));
}

type MissingProps = { onRetry: () => void; retrying: boolean };
type Panel = ComponentType<MissingProps>;

async function orFallback<P extends object>(load: Load<P>, Missing: Panel): Promise<ComponentType<P>> {
  try {
    return await load();
  } catch {
    return (props: P) => {
      const { Loaded, retrying, retry } = useRetriedLoad(load);
      return Loaded ? <Loaded {...props} /> : <Missing onRetry={retry} retrying={retrying} />;
    };
  }
}

/**
 * Retries at once (the server may be restarting; an old build reloads, once per build), when the person or
 * the network comes back, and on request. The same build is reloaded on request, and when the server was away before:
 * browsers keep the failure of a module for the life of the page (Chromium since version 150).
 */
function useRetriedLoad<P>(load: Load<P>) {
  const platform = usePlatform();
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  const [retrying, setRetrying] = useState(true);
  const busy = useRef(false);
  const isWokenMeanwhile = useRef(false);
  // It is set offline too, because the network may return before the first attempt has reached the server.
  const wasServerAway = useRef(isOffline());
  const attempt = useCallback(
    async (isRequested: boolean): Promise<void> => {
      if (busy.current) {
        // The network came back while an attempt was failing.
        isWokenMeanwhile.current = true;
        return;
      }
      busy.current = true;
      do {
        isWokenMeanwhile.current = false;
        const component = await load().catch(() => null);
        if (component) {
          setLoaded(() => component);
          return;
        }
        const build = await servedBuild();
        if (mayReloadFor(build) || (build !== null && (isRequested || wasServerAway.current))) {
          window.location.reload();
          return;
        }
        wasServerAway.current = build === null;
      } while (isWokenMeanwhile.current);
      busy.current = false;
      setRetrying(false);
    },
    [load],
  );
  useEffect(() => {
    const first = setTimeout(() => void attempt(false));
    return () => clearTimeout(first);
  }, [attempt]);
  useEffect(() => platform.onWake(() => void attempt(false)), [platform, attempt]);
  const retry = () => {
    setRetrying(true);
    void attempt(true);
  };
  return { Loaded, retrying, retry };
}

const TITLE = 'Cette page n’a pas pu être chargée';

const MissingScreen: Panel = (props) => (
  <Page width="reading">
    <PageHeader title="Page indisponible" />
    <MissingPart {...props} />
  </Page>
);

function MissingPart({ title = TITLE, onRetry, retrying }: MissingProps & { title?: string }) {
  return (
    <ErrorState title={title} onRetry={onRetry} retrying={retrying}>
      Vérifie ta connexion, puis réessaie. Ce que tu as envoyé est enregistré.
    </ErrorState>
  );
}
