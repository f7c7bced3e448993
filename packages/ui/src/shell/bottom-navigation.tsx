import { NavLink } from 'react-router-dom';
import { CountBadge, NewsDot } from '../kit/badge.tsx';
import { plural } from '../kit/format.ts';
import type { NavDots, NavItem } from './navigation.ts';

type BottomNavigationProps = { items: readonly NavItem[]; unread: number; dots: NavDots };

export function BottomNavigation({ items, unread, dots }: BottomNavigationProps) {
  const newsOf = ({ dot, counter }: NavItem) => (dot && !(counter && unread > 0) ? dots[dot] : '');
  return (
    <nav
      aria-label="Navigation"
      data-bottom-navigation
      className="fixed inset-x-0 bottom-0 z-40 border-t bg-card pb-safe group-data-immersed/shell:hidden md:hidden print:hidden"
    >
      <ul className="grid h-14 grid-cols-5">
        {items.map((item) => (
          <li key={item.to}>
            <NavLink
              to={item.to}
              className="flex h-full flex-col items-center justify-center gap-0.5 text-[min(0.6875rem,3.6vw)] text-muted-foreground focus-visible:-outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-primary"
            >
              <span className="relative">
                <item.icon aria-hidden strokeWidth={1.75} className="size-5.5" />
                {item.counter === 'unread' && (
                  <CountBadge
                    count={unread}
                    className="absolute -top-1.5 left-3 h-4 min-w-4 px-1 text-[0.625rem]"
                  />
                )}
              </span>
              <span className="relative">
                {item.label}
                {newsOf(item) && (
                  <NewsDot label={newsOf(item)} className="absolute -top-6.5 left-1/2 ml-1.5" />
                )}
                {item.counter === 'unread' && unread > 0 && (
                  <span className="sr-only">{`, ${plural(unread, 'message non lu', 'messages non lus')}`}</span>
                )}
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
