import { NavLink } from 'react-router-dom';
import { cn } from '../kit/cn.ts';
import { CountBadge, NewsDot } from '../kit/count-badge.tsx';
import { pluralWord } from '../kit/format.ts';
import { Tooltip } from '../kit/tooltip.tsx';
import type { NavDots, NavItem } from './navigation.ts';

export function NavLinkItem({
  item,
  unread,
  dots,
  collapsed = false,
  onFollow,
}: {
  item: NavItem;
  unread: number;
  dots: NavDots;
  collapsed?: boolean;
  onFollow?: () => void;
}) {
  const count = item.counter === 'unread' ? unread : 0;
  const news = count === 0 && item.dot ? dots[item.dot] : '';
  const link = (
    <NavLink
      to={item.to}
      onClick={onFollow}
      className={cn(
        'relative flex min-h-9 items-center gap-3 rounded-md px-2 text-sm text-muted-foreground transition-colors duration-150 max-md:min-h-11',
        'hover:bg-sidebar-accent hover:text-foreground [&_svg]:size-4.5 [&_svg]:shrink-0',
        'aria-[current=page]:bg-sidebar-accent aria-[current=page]:font-medium aria-[current=page]:text-foreground aria-[current=page]:[&_svg]:text-primary',
      )}
    >
      <item.icon />
      <span className={collapsed ? 'sr-only' : 'min-w-0 py-1 leading-tight'}>{item.label}</span>
      <CountBadge
        count={count}
        label={pluralWord(unread, 'message non lu', 'messages non lus')}
        className={collapsed ? 'absolute -top-0.5 left-3 h-4 min-w-4 px-1 text-[0.625rem]' : 'ml-auto'}
      />
      {news && <NewsDot label={news} className={collapsed ? 'absolute top-1 left-5.5' : 'mr-1.5 ml-auto'} />}
    </NavLink>
  );
  if (!collapsed) return link;
  return <Tooltip text={item.label}>{link}</Tooltip>;
}
