import { eventWhen } from '@guilde/contracts/events/words.ts';
import { CalendarDays } from 'lucide-react';
import { OwnerLine } from '../conversations/owner-line.tsx';
import { paths } from '../paths.ts';
import { useEvent } from './data.ts';

export function EventInChat({ eventId }: { eventId: string }) {
  const { data: event } = useEvent(eventId);
  if (!event) return null;
  return (
    <OwnerLine icon={CalendarDays} text={eventWhen(event)} to={paths.event(eventId)} link="Voir la Room" />
  );
}
