import { eventWhen } from '@guilde/contracts/events/words.ts';
import { CalendarDays } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { useEvent } from './data.ts';

/** The line stays above the messages. */
export function EventInChat({ eventId }: { eventId: string }) {
  const { data: event } = useEvent(eventId);
  if (!event) return null;
  return (
    <div className="flex shrink-0 items-center gap-2 border-b bg-card px-4 py-2 text-sm md:px-5">
      <CalendarDays aria-hidden strokeWidth={1.75} className="size-4 shrink-0 text-muted-foreground" />
      <p className="min-w-0 flex-1 text-pretty first-letter:uppercase">{eventWhen(event)}</p>
      <Link to={paths.event(eventId)} className="shrink-0 font-medium text-primary hover:underline">
        Voir la Room
      </Link>
    </div>
  );
}
