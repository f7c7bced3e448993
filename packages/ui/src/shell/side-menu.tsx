import { PanelLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { Sheet, SheetContent } from '../kit/sheet.tsx';
import { paths } from '../paths.ts';
import { Logo, Wordmark } from './logo.tsx';
import { MemberMenu, type ShellMember } from './member-menu.tsx';
import { NavLinkItem } from './nav-link-item.tsx';
import type { NavDots, Navigation } from './navigation.ts';
import { SearchButton } from './search-button.tsx';

export type SideMenuProps = {
  navigation: Navigation;
  unread: number;
  dots: NavDots;
  isTeam: boolean;
  member: ShellMember | null;
  onSignOut: () => void;
};

export function SidebarTrigger({
  onClick,
  expanded,
  className,
}: {
  onClick: () => void;
  expanded: boolean;
  className?: string;
}) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Ouvrir ou replier le menu"
      aria-expanded={expanded}
      aria-keyshortcuts="Control+B Meta+B"
      className={cn('text-muted-foreground md:size-8', className)}
      onClick={onClick}
    >
      <PanelLeft />
      {/* The label is heard instead of the name that is fixed. */}
      <span lang="en" className="sr-only">
        Toggle Sidebar
      </span>
    </Button>
  );
}

function Groups({
  navigation,
  unread,
  dots,
  isTeam,
  collapsed,
  onFollow,
}: Pick<SideMenuProps, 'navigation' | 'unread' | 'dots' | 'isTeam'> & {
  collapsed: boolean;
  onFollow?: () => void;
}) {
  return (
    <nav
      aria-label="Menu principal"
      className={cn('flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto py-3', collapsed ? 'px-1.5' : 'px-3')}
    >
      {navigation.side
        .filter((group) => isTeam || !group.teamOnly)
        .map((group) => (
          <div key={group.label}>
            <p className={collapsed ? 'sr-only' : 'mb-1 px-2 text-xs font-medium text-muted-foreground'}>
              {group.label}
            </p>
            <ul aria-label={group.label} className="grid gap-0.5">
              {group.items.map((item) => (
                <li key={item.to}>
                  <NavLinkItem
                    item={item}
                    unread={unread}
                    dots={dots}
                    collapsed={collapsed}
                    {...(onFollow ? { onFollow } : {})}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  );
}

export function SideMenu({
  collapsed,
  onToggle,
  onSearch,
  member,
  onSignOut,
  ...groups
}: SideMenuProps & { collapsed: boolean; onToggle: () => void; onSearch: () => void }) {
  return (
    <aside
      data-state={collapsed ? 'collapsed' : 'expanded'}
      className={cn(
        'sticky top-0 hidden h-dvh shrink-0 flex-col print:hidden border-r border-sidebar-border bg-sidebar pb-safe pl-[env(safe-area-inset-left)] text-sidebar-foreground transition-[width] duration-200 md:flex',
        collapsed
          ? 'w-[calc(--spacing(12)+env(safe-area-inset-left))]'
          : 'w-[calc(--spacing(64)+env(safe-area-inset-left))]',
      )}
    >
      <div
        className={cn(
          'flex gap-2',
          collapsed ? 'flex-col items-center pt-3' : 'items-center justify-between p-3',
        )}
      >
        <Link to={paths.home} aria-label="Guilde, accueil" className="rounded-md">
          {collapsed ? <Logo /> : <Wordmark />}
        </Link>
        <SidebarTrigger onClick={onToggle} expanded={!collapsed} />
      </div>
      <span aria-hidden className={cn('mb-3 h-px shrink-0 bg-rule', collapsed ? 'mx-2 mt-2' : 'mx-3')} />
      <SearchButton onClick={onSearch} compact={collapsed} className={collapsed ? 'mx-auto' : 'mx-3'} />
      <Groups {...groups} collapsed={collapsed} />
      {member && (
        <div className={cn('border-t border-sidebar-border', collapsed ? 'p-1' : 'p-2')}>
          <MemberMenu member={member} collapsed={collapsed} onSignOut={onSignOut} />
        </div>
      )}
    </aside>
  );
}

export function SideSheet({
  open,
  onOpenChange,
  member,
  onSignOut,
  ...groups
}: SideMenuProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent
        side="left"
        title="Menu"
        hideTitle
        className="bg-sidebar text-sidebar-foreground lg:hidden"
      >
        <div className="p-4">
          <Wordmark />
        </div>
        <Groups {...groups} collapsed={false} onFollow={() => onOpenChange(false)} />
        {member && (
          <div className="border-t border-sidebar-border p-2">
            <MemberMenu member={member} collapsed={false} onSignOut={onSignOut} />
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}
