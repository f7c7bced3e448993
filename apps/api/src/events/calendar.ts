import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import type { Deps } from '../platform/deps.ts';
import type { CalendarPart } from '../platform/services/mailer.ts';
import type { events } from './tables.ts';

const MINUTE_MS = 60_000;
const HOUR_SECONDS = 3600;

type EventRow = typeof events.$inferSelect;
type Sender = Pick<Deps['config'], 'publicUrl' | 'mail'>;

export const eventPath = (eventId: string) => `/events/${eventId}`;

/** Subscribed calendars ask again after an hour, where their program heeds that (RFC 7986). */
export function calendarOf(
  config: Sender,
  entries: readonly { event: EventRow; isWaiting: boolean }[],
): string {
  return ical({
    name: 'Guilde',
    prodId: { company: 'Guilde', product: 'Guilde', language: 'FR' },
    ttl: HOUR_SECONDS,
    events: entries.map(({ event, isWaiting }) => entryOf(config, event, isWaiting)),
  }).toString();
}

/** Its reader is the only attendee: programs refuse a request that does not name their user. */
export function calendarPart(
  config: Sender,
  event: EventRow,
  { method, to, at }: { method: CalendarPart['method']; to: string; at: number },
): CalendarPart {
  const isCancelled = method === 'CANCEL';
  const entry: ICalEventData = {
    ...entryOf(config, event, false),
    // Of two parts with the same SEQUENCE, the later one holds.
    stamp: new Date(at),
    ...(isCancelled && { status: ICalEventStatus.CANCELLED }),
    organizer: { name: 'Guilde', email: config.mail.sender.address },
    attendees: [{ email: to, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
  };
  const content = ical({
    prodId: { company: 'Guilde', product: 'Guilde', language: 'FR' },
    method: ICalCalendarMethod[method],
    events: [entry],
  }).toString();
  return { method, content };
}

/** Times are in UTC, so that no program needs the rules of a zone. Nobody is named, and no call linked. */
function entryOf({ publicUrl }: Sender, event: EventRow, isWaiting: boolean): ICalEventData {
  const { id, title, description, city, startsAt, minutes, status, revision, createdAt, updatedAt } = event;
  const url = `${publicUrl}${eventPath(id)}`;
  const going = isWaiting ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
  return {
    id: `${id}@${new URL(publicUrl).hostname}`,
    sequence: revision,
    stamp: new Date(updatedAt),
    created: new Date(createdAt),
    lastModified: new Date(updatedAt),
    start: new Date(startsAt),
    end: new Date(startsAt + minutes * MINUTE_MS),
    summary: title,
    description: `${description}\n\n${url}`,
    location: city === '' ? 'En ligne' : `${city}. Adresse sur la page de l’événement`,
    url,
    status: status === 'cancelled' ? ICalEventStatus.CANCELLED : going,
  };
}
