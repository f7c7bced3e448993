import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { announce } from '../kit/announcer.tsx';
import { Boundary } from '../kit/boundary.tsx';
import { useKeyDown } from '../kit/use-key-down.ts';
import { useIsNarrow } from '../kit/use-media.ts';
import { REFETCH_MS } from '../live.ts';
import { paths } from '../paths.ts';
import { useAppStore } from './app-store.ts';
import { BottomNavigation } from './bottom-navigation.tsx';
import { Wordmark } from './logo.tsx';
import { Region } from './region.tsx';
import { SearchButton } from './search-button.tsx';
import { SidebarTrigger, SideMenu, type SideMenuProps, SideSheet } from './side-menu.tsx';
import { SkipLink, skipTarget } from './skip-link.tsx';

export type AppShellProps = SideMenuProps & {
  connection: keyof typeof connectionTexts | 'online';
  onSearch: () => void;
  /** The banner is above every page. */
  banner?: ReactNode;
};

/**
 * `--shell-top` and `--shell-bottom` are the heights of the fixed bars and `--shell-banner` that of the
 * banner, for pages that fill the window.
 */
export function AppShell({ connection, onSearch, banner, ...menu }: AppShellProps) {
  const [sheetOpen, setSheetOpen] = useState(false);
  const { sidebarCollapsed, toggleSidebar, isImmersed } = useAppStore();
  const isNarrow = useIsNarrow();
  const toggleMenu = () => (isNarrow ? setSheetOpen((open) => !open) : toggleSidebar());
  // Ctrl or Cmd + B toggles the menu.
  useKeyDown((event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (key.toLowerCase() !== 'b' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
    event.preventDefault();
    toggleMenu();
  });
  const { pathname } = useLocation();
  // On phones only home has a top bar, which leads to the rest of the product.
  const hasBar = pathname === paths.home && !isImmersed;
  useEffect(() => useAppStore.getState().visit(pathname), [pathname]);
  return (
    <div
      data-connection={connection}
      data-immersed={isImmersed || undefined}
      data-bar={hasBar || undefined}
      className="group/shell flex min-h-dvh [--shell-banner:0px] [--shell-bar:env(safe-area-inset-top)] [--shell-bottom:calc(--spacing(14)+1px+env(safe-area-inset-bottom))] [--shell-line:0rem] [--shell-top:calc(var(--shell-bar)+var(--shell-line))] not-data-[connection=online]:[--shell-line:1.5rem] max-md:data-bar:[--shell-bar:calc(--spacing(14)+env(safe-area-inset-top))] max-md:data-immersed:[--shell-bottom:0px] md:pr-[env(safe-area-inset-right)] md:[--shell-bar:0rem] md:[--shell-bottom:0px]"
    >
      <SkipLink />
      <Region name="Le menu">
        <SideMenu
          {...menu}
          collapsed={sidebarCollapsed || isNarrow}
          onToggle={toggleMenu}
          onSearch={onSearch}
        />
        <SideSheet {...menu} open={sheetOpen} onOpenChange={setSheetOpen} />
      </Region>
      <div className="flex min-w-0 flex-1 flex-col max-md:group-not-data-bar/shell:pt-safe">
        <header className="sticky top-0 z-40 border-b bg-background pt-safe group-not-data-bar/shell:hidden md:hidden print:hidden">
          <div className="flex h-[calc(--spacing(14)-1px)] items-center gap-1 px-2">
            <SidebarTrigger
              onClick={() => setSheetOpen(true)}
              expanded={sheetOpen}
              className="max-md:size-[min(2.75rem,14vw)]"
            />
            <Link
              to={paths.home}
              aria-label="Guilde, accueil"
              className="flex min-h-11 items-center rounded-md"
            >
              <Wordmark className="gap-2 text-[min(1.125rem,5.5vw)] [&_svg]:size-[min(1.75rem,8vw)]" />
            </Link>
            <SearchButton onClick={onSearch} compact className="ml-auto max-md:size-[min(2.75rem,14vw)]" />
          </div>
        </header>
        <Boundary attempt={connection}>
          <ConnectionLine connection={connection} />
        </Boundary>
        <main {...skipTarget} className="flex min-w-0 flex-1 flex-col pb-(--shell-bottom)">
          <BannerArea>
            <Region name="L’annonce">{banner}</Region>
          </BannerArea>
          <Outlet />
        </main>
      </div>
      <Region name="Le menu">
        <BottomNavigation
          items={menu.navigation.bottom}
          member={menu.member}
          unread={menu.unread}
          dots={menu.dots}
        />
      </Region>
    </div>
  );
}

function BannerArea({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current;
    const shell = element?.closest<HTMLElement>('.group\\/shell');
    if (!element || !shell) return;
    const observer = new ResizeObserver(() =>
      shell.style.setProperty('--shell-banner', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={area}>{children}</div>;
}

const connectionTexts = {
  reconnecting: 'Reconnexion…',
  polling: `Les nouveautés peuvent tarder de ${REFETCH_MS / 1000}\u00a0secondes.`,
  offline: 'Tu es hors ligne.',
  failing: 'Le serveur ne répond pas. Nouvel essai…',
};

/** It is no dialog, so that the page stays usable. */
function ConnectionLine({ connection }: Pick<AppShellProps, 'connection'>) {
  const before = useRef(connection);
  useEffect(() => {
    if (before.current !== 'online' && connection === 'online') announce('Connexion rétablie');
    before.current = connection;
  }, [connection]);
  return (
    <output className="sticky top-(--shell-bar) z-30 block h-(--shell-line)">
      {connection !== 'online' && (
        <span className="flex h-full animate-fade-in items-center justify-center gap-2 bg-warning-soft px-3 text-xs font-medium text-warning">
          <span aria-hidden className="size-1.5 rounded-full bg-current" />
          <span>{connectionTexts[connection]}</span>
        </span>
      )}
    </output>
  );
}
