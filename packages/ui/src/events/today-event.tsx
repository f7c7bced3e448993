import { EVENT_KINDS, endOf } from '@guilde/contracts/events/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { CalendarDays } from 'lucide-react';
import { dayKey } from '../kit/format.ts';
import { serverNow } from '../kit/server-time.ts';
import { paths } from '../paths.ts';
import { LineLink } from '../shell/links.tsx';
import { useOwnEvents } from './data.ts';
import { readerHour } from './labels.ts';

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
    <LineLink to={paths.event(next.id)} icon={CalendarDays}>
      <strong className="font-semibold">{`${isEvening ? 'Ce soir' : 'Aujourd’hui'} ${readerHour(next)}`}</strong>
      <span>{`, ${optionLabel(EVENT_KINDS, next.kind)} «\u00a0${next.title}\u00a0»`}</span>
    </LineLink>
  );
}
