import { EVENT_KINDS, type Event } from '@guilde/contracts/events/rules.ts';
import { eventWhen, eventWhenIn } from '@guilde/contracts/events/words.ts';
import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '../kit/cn.ts';
import { serverNow } from '../kit/server-time.ts';
import { StateBadge } from '../kit/state-badge.tsx';
import { paths } from '../paths.ts';
import { durationText, ownState, readerHour, readerZone, seatsText } from './labels.ts';

/** The whole row leads to the event; its accessible name is the title. */
export function EventRow({ event }: { event: Event }) {
  const id = useId();
  const own = ownState(event, serverNow());
  const isCancelled = event.status === 'cancelled';
  const isElsewhere = eventWhenIn(event, readerZone()) !== null;
  const facts = [
    optionLabel(EVENT_KINDS, event.kind),
    event.city || 'En ligne',
    memberName(event.host),
    seatsText(event, serverNow()),
  ];
  return (
    <li className="relative flex gap-4 px-4 py-3 transition-colors duration-150 hover:bg-muted md:px-5">
      <p id={`${id}-when`} className="w-16 shrink-0 text-sm tabular-nums">
        <span className="block font-semibold">{readerHour(event)}</span>
        <span className="block text-muted-foreground">{durationText(event.minutes)}</span>
      </p>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1.5">
        <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
          <Link
            to={paths.event(event.id)}
            aria-describedby={`${id}-when ${id} ${id}-own`}
            className={cn(
              'line-clamp-2 font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring',
              isCancelled && 'text-muted-foreground line-through',
            )}
          >
            {event.title}
          </Link>
          <p id={id} className="text-sm text-muted-foreground">
            {[...facts, ...(isElsewhere ? [eventWhen(event)] : [])].join(' · ')}
          </p>
        </div>
        <span id={`${id}-own`} className="empty:hidden">
          {own && <StateBadge state={own.state}>{own.label}</StateBadge>}
        </span>
      </div>
    </li>
  );
}
