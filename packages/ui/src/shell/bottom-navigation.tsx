import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { CountBadge, NewsDot } from '../kit/count-badge.tsx';
import { plural } from '../kit/format.ts';
import { paths } from '../paths.ts';
import { QuietMark, type ShellMember } from './member-menu.tsx';
import type { NavDots, NavItem } from './navigation.ts';

type BottomNavigationProps = {
  items: readonly NavItem[];
  member: ShellMember | null;
  unread: number;
  dots: NavDots;
};

export function BottomNavigation({ items, member, unread, dots }: BottomNavigationProps) {
  const newsOf = ({ dot, counter }: NavItem) => (dot && !(counter && unread > 0) ? dots[dot] : '');
  return (
    <nav
      aria-label="Navigation"
      data-bottom-navigation
      className="fixed inset-x-0 bottom-0 z-40 border-t bg-card pb-safe group-data-immersed/shell:hidden md:hidden print:hidden"
    >
      <ul className="grid h-14 grid-cols-6">
        {items.map((item) => (
          <Destination
            key={item.to}
            to={item.to}
            picture={
              <>
                <item.icon className="size-5.5" />
                {item.counter === 'unread' && (
                  <CountBadge
                    count={unread}
                    className="absolute -top-1.5 left-3 h-4 min-w-4 px-1 text-[0.625rem]"
                  />
                )}
              </>
            }
          >
            <span>{item.label}</span>
            {newsOf(item) && <NewsDot label={newsOf(item)} className="absolute -top-6.5 left-1/2 ml-1.5" />}
            {item.counter === 'unread' && unread > 0 && (
              <span className="sr-only">{`, ${plural(unread, 'message non lu', 'messages non lus')}`}</span>
            )}
          </Destination>
        ))}
        <Destination
          to={paths.profile}
          picture={
            <>
              <Avatar
                name={member?.name ?? ''}
                src={member?.avatarUrl}
                size="xs"
                className="size-5.5 text-[0.5625rem]"
              />
              <QuietMark activeLabel={member?.quiet.activeLabel} />
            </>
          }
        >
          Profil
        </Destination>
      </ul>
    </nav>
  );
}

/** Other members' pages lie below the own profile, and SOS below their list. */
function Destination({ to, picture, children }: { to: string; picture: ReactNode; children: ReactNode }) {
  return (
    <li className="min-w-0">
      <NavLink
        to={to}
        end={to === paths.profile}
        className="flex h-full flex-col items-center justify-center gap-0.5 text-[min(0.6875rem,3.4vw)] text-muted-foreground focus-visible:-outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-primary"
      >
        <span className="relative flex">{picture}</span>
        <span className="relative">{children}</span>
      </NavLink>
    </li>
  );
}
