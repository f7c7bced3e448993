import { type ConversationItem, ownerId } from '@guilde/contracts/conversations/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { BellOff, Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { cn } from '../kit/cn.ts';
import { CountBadge } from '../kit/count-badge.tsx';
import { RelativeTime } from '../kit/relative-time.tsx';
import { paths } from '../paths.ts';
import { lastMessagePreview } from './labels.ts';

export function ConversationRow({
  item,
  unread,
  memberId,
  isOpen,
  isMuted,
}: {
  item: ConversationItem;
  unread: number;
  memberId: string;
  isOpen: boolean;
  isMuted: boolean;
}) {
  return (
    <li>
      <Link
        to={paths.chatOf(item)}
        aria-current={isOpen ? 'page' : undefined}
        data-owner={ownerId(item)}
        className={cn(
          'flex gap-3 rounded-md px-3 py-2.5 transition-colors duration-150',
          isOpen ? 'bg-primary-soft' : 'hover:bg-muted',
        )}
      >
        <Avatar name={memberName(item.lastSender)} src={item.lastSender?.avatarUrl} className="mt-0.5" />
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span className="flex items-baseline gap-2">
            <span
              className={cn(
                'line-clamp-2 min-w-0 flex-1 text-sm leading-snug',
                unread > 0 ? 'font-semibold' : 'font-medium',
              )}
            >
              {item.title}
            </span>{' '}
            <RelativeTime
              date={item.updatedAt}
              format="age-or-date"
              className="shrink-0 text-xs text-muted-foreground tabular-nums"
            />
          </span>{' '}
          <span className="flex min-h-5 items-center gap-2 text-[0.8125rem]">
            <span
              className={cn(
                'min-w-0 flex-1 truncate',
                unread > 0 ? 'font-medium text-foreground' : 'text-muted-foreground',
              )}
            >
              {lastMessagePreview(item, memberId)}
            </span>{' '}
            {isMuted && (
              <span className="shrink-0 text-muted-foreground">
                <BellOff className="size-3.5" />
                <span className="sr-only">, en sourdine</span>
              </span>
            )}
            <Outcome item={item} />
            <CountBadge count={unread} label={unread > 1 ? 'messages non lus' : 'message non lu'} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function Outcome({ item }: { item: ConversationItem }) {
  if (item.status !== 'closed') return null;
  if (item.outcome === 'resolved')
    return (
      <span className="flex shrink-0 items-center gap-1 text-xs font-medium text-success">
        <Check strokeWidth={2.25} className="size-3.5" />
        Résolu
      </span>
    );
  return <span className="shrink-0 text-xs text-muted-foreground">Fermé</span>;
}
