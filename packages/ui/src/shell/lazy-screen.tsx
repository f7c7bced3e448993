import { type ComponentType, lazy, useCallback, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../kit/states.tsx';
import { usePlatform } from '../platform.ts';
import { mayReloadFor, servedBuild } from './deployment.ts';
import { Page, PageHeader } from './page.tsx';

type Screen = { Component: ComponentType };
type Load<P> = () => Promise<ComponentType<P>>;

/** `lazy` of a route: a screen whose code does not come is a panel in its place, and what is around it stays. */
export function lazyScreen(load: () => Promise<Screen>): () => Promise<Screen> {
  const component = async () => (await load()).Component;
  return async () => ({ Component: await orPanel(component, MissingScreen) });
}

/** As `lazy` of React, for a part of a screen. `title`: what to say where it is not the page itself that is missing. */
export function lazyPart<P extends object>(load: Load<P>, title?: string) {
  const Missing: Panel = (props) => <MissingPart {...props} {...(title && { title })} />;
  return lazy(async () => ({ default: await orPanel(load, Missing) }));
}

type MissingProps = { onRetry: () => void; retrying: boolean };
type Panel = ComponentType<MissingProps>;

async function orPanel<P extends object>(load: Load<P>, Missing: Panel): Promise<ComponentType<P>> {
  try {
    return await load();
  } catch {
    return (props: P) => {
      const { Loaded, retrying, retry } = useAnotherTry(load);
      return Loaded ? <Loaded {...props} /> : <Missing onRetry={retry} retrying={retrying} />;
    };
  }
}

/**
 * Tries again at once (a restart is short, and an old page loads itself anew, once per build), whenever the person comes
 * back or the network does, and when asked. Only who asks gets a reload of the same build: some browsers remember that a
 * module failed.
 */
function useAnotherTry<P>(load: Load<P>) {
  const platform = usePlatform();
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  const [retrying, setRetrying] = useState(true);
  const busy = useRef(false);
  const isWokenMeanwhile = useRef(false);
  const attempt = useCallback(
    async (asked: boolean): Promise<void> => {
      if (busy.current) {
        // The network may come back while an attempt without it is about to fail.
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
        if (mayReloadFor(build) || (asked && build !== null)) {
          window.location.reload();
          return;
        }
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
  <Page width="narrow">
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
