import { EVENT_KINDS } from '@guilde/contracts/events/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { CalendarDays, ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { dayKey } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';
import { paths } from '../paths.ts';
import { useOwnEvents } from './data.ts';
import { endOf, readerHour } from './labels.ts';

const EVENING = 18;

/** « Ce soir 18 h 30, Room « … » », on the day of an event where the viewer comes. */
export function TodayEvent() {
  const own = useOwnEvents();
  const now = serverNow();
  const next = own.find(
    (event) =>
      event.status === 'published' &&
      (event.isHost || event.seat?.state === 'going') &&
      dayKey(event.startsAt) === dayKey(now) &&
      endOf(event) > now,
  );
  if (!next) return null;
  const isEvening = new Date(next.startsAt).getHours() >= EVENING;
  return (
    <Link
      to={paths.event(next.id)}
      className="flex min-h-14 items-center gap-3 rounded-lg border bg-card px-4 py-2.5 transition-colors duration-150 hover:bg-muted md:px-5"
    >
      <CalendarDays aria-hidden strokeWidth={1.75} className="size-5 shrink-0 text-primary" />
      <span className="line-clamp-2 min-w-0 flex-1 text-pretty">
        <strong className="font-semibold">{`${isEvening ? 'Ce soir' : 'Aujourd’hui'} ${readerHour(next)}`}</strong>
        <span>{`, ${optionLabel(EVENT_KINDS, next.kind)} «\u00a0${next.title}\u00a0»`}</span>
      </span>
      <ChevronRight aria-hidden strokeWidth={1.75} className="size-4 shrink-0 text-muted-foreground" />
    </Link>
  );
}
