import { endOf, OFFER_MS } from '@guilde/contracts/events/rules.ts';
import { localTime } from '@guilde/contracts/events/time.ts';
import { eventHour, eventWhen, eventWhenIn, eventWhenInstead } from '@guilde/contracts/events/words.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { and, eq } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import type { DescribeNotice, NoticeContent } from '../notices/content.ts';
import { notify } from '../notices/notify.ts';
import { noticeSubject } from '../notices/subjects.ts';
import type { Queries, Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { CalendarPart } from '../platform/services/mailer.ts';
import { communitySettingsOf } from '../settings/community.ts';
import { memberSettings } from '../settings/tables.ts';
import { calendarPart, eventPath } from './calendar.ts';
import { leaveLink } from './leave-links.ts';
import { eventSeats, events } from './tables.ts';

const DAY_MS = 86_400_000;
/** Later one does not say that it begins in an hour. */
const SOON_MS = 50 * 60_000;

type TellDeps = Pick<Deps, 'clock' | 'jobs'>;
type DescribeDeps = Parameters<DescribeNotice>[3];
type EventRow = typeof events.$inferSelect;
type SeatRow = typeof eventSeats.$inferSelect;
/** A notice is about these rows, as they are when it leaves. */
type Context = { event: EventRow; seat: SeatRow | null; email: string; timeZone: string | null };

export type SeatNews =
  | 'promoted'
  | 'offered'
  | 'added'
  | 'removed'
  | 'cancelled'
  | 'restored'
  | 'handed-over'
  | 'approved';
export type ReminderKind = 'day-before' | 'hour-before' | 'attendance' | 'useful';

const seatSubject = noticeSubject('what', 'eventId', 'at');
const changeSubject = noticeSubject('eventId', 'revision', 'formerStart');
const reminderSubject = noticeSubject('what', 'eventId', 'startsAt', 'day');

export const placeOfSeat = seatSubject.about('eventId', eventPath);
export const placeOfChange = changeSubject.about('eventId', eventPath);
export const placeOfReminder = reminderSubject.about('eventId', eventPath);

/** `memberId` may be many of them, as of a cancelled event. */
export function tellSeat(
  tx: Tx,
  deps: TellDeps,
  news: {
    eventId: string;
    memberId: string | readonly string[];
    what: SeatNews;
    reason?: string | undefined;
  },
): Promise<void> {
  const { eventId, memberId, what, reason } = news;
  const at = deps.clock.now();
  return notify(tx, deps, {
    kind: 'event-seat',
    memberIds: [memberId].flat(),
    subject: seatSubject.write({ what, eventId, at }),
    ...(what === 'offered' && { until: at + OFFER_MS }),
    note: reason,
  });
}

/** Everybody who comes is asked whether they still do. `formerStart` is the instant, where the hour changed. */
export async function tellChanged(
  tx: Tx,
  deps: TellDeps,
  eventId: string,
  formerStart?: number,
): Promise<void> {
  const coming = await tx.orm
    .select({ memberId: eventSeats.memberId, revision: events.revision, startsAt: events.startsAt })
    .from(eventSeats)
    .innerJoin(events, eq(events.id, eventSeats.eventId))
    .where(and(eq(eventSeats.eventId, eventId), eq(eventSeats.state, 'going')));
  const [first] = coming;
  if (!first) return;
  await notify(tx, deps, {
    kind: 'event-changed',
    memberIds: coming.map(({ memberId }) => memberId),
    subject: changeSubject.write({ eventId, revision: first.revision, formerStart: formerStart ?? '' }),
    until: first.startsAt,
  });
}

/** A moved event reminds again. The day is part of the subject, so that hosts are asked twice who came. */
export async function remind(
  tx: Tx,
  deps: TellDeps,
  { event, what }: { event: Pick<EventRow, 'id' | 'startsAt' | 'hostId'>; what: ReminderKind },
): Promise<void> {
  const isComing = and(eq(eventSeats.eventId, event.id), eq(eventSeats.state, 'going'));
  const coming = await tx.orm.select().from(eventSeats).where(isComing);
  const guests = coming.filter((seat) =>
    what === 'useful' ? isToSayUseful(seat) : what !== 'attendance' || seat.isCohost,
  );
  const host = what === 'useful' ? null : event.hostId;
  const now = deps.clock.now();
  const isBefore = what === 'day-before' || what === 'hour-before';
  await notify(tx, deps, {
    kind: 'event-reminder',
    memberIds: [...guests.map(({ memberId }) => memberId), ...(host ? [host] : [])],
    subject: reminderSubject.write({
      what,
      eventId: event.id,
      startsAt: event.startsAt,
      day: isBefore ? 0 : Math.floor((now - event.startsAt) / DAY_MS),
    }),
    ...(isBefore && { until: event.startsAt }),
  });
}

const isToSayUseful = (seat: SeatRow) => seat.useful === null && seat.attended !== false;

type Text = {
  title: string;
  said: string;
  method?: CalendarPart['method'];
  action?: string;
  isAwaited?: boolean;
};

export const describeSeat: DescribeNotice = async (queries, memberId, subject, deps, note) => {
  const { what, eventId } = seatSubject.read(subject);
  const context = await contextOf(queries, eventId, memberId);
  const text = context && seatText(context, memberId, what as SeatNews, deps.clock.now());
  if (!text) return null;
  const reason = context.event.status === 'cancelled' ? context.event.cancelReason : note;
  return contentOf(deps, context, text, reason ? [`Motif\u00a0: «\u00a0${reason}\u00a0»`] : []);
};

/** Returns null once something else holds. */
function seatText({ event, seat }: Context, memberId: string, what: SeatNews, now: number): Text | null {
  const title = `«\u00a0${event.title}\u00a0»`;
  if (event.status === 'cancelled') {
    const method = seat?.state === 'waiting' ? {} : ({ method: 'CANCEL' } as const);
    return what === 'cancelled'
      ? { title: `Annulé\u00a0: ${title}`, said: `L’événement ${title} est annulé.`, ...method }
      : null;
  }
  if (now >= endOf(event)) return null;
  const isGoing = seat?.state === 'going';
  switch (what) {
    case 'promoted':
      if (!isGoing) return null;
      return {
        title: 'Une place s’est libérée\u00a0: tu viens\u202f!',
        said: `Tu as une place pour ${title}.`,
        method: 'REQUEST',
      };
    case 'offered': {
      if (seat?.state !== 'waiting' || (seat.offeredUntil ?? 0) <= now) return null;
      const until = eventHour({ localStart: localTime(seat.offeredUntil ?? 0, event.timeZone) });
      const said = `Une place pour ${title} t’attend jusqu’à ${until}. Ensuite, elle va au suivant.`;
      return { title: 'Une place se libère. La prendre\u202f?', said, action: 'Répondre' };
    }
    case 'added':
      if (!isGoing) return null;
      return {
        title: `Tu as une place pour ${title}`,
        said: `Une place t’a été donnée pour ${title}.`,
        method: 'REQUEST',
      };
    case 'removed':
      if (isGoing) return null;
      return {
        title: `Tu n’as plus de place pour ${title}`,
        said: `Ta place pour ${title} a été retirée.`,
        method: 'CANCEL',
      };
    case 'restored':
      if (!isGoing && seat?.state !== 'waiting') return null;
      return {
        title: `De nouveau prévu\u00a0: ${title}`,
        said: `L’événement ${title} a finalement lieu.`,
        ...(isGoing && { method: 'REQUEST' }),
      };
    case 'approved':
      return { title: `Ton atelier est publié\u00a0: ${title}`, said: `L’équipe a publié ${title}.` };
    case 'handed-over':
      if (event.hostId !== memberId && !seat?.isCohost) return null;
      return {
        title: `Tu organises ${title}`,
        said: `L’événement ${title} t’a été confié.`,
        method: 'REQUEST',
      };
    default:
      return null;
  }
}

export const describeChange: DescribeNotice = async (queries, memberId, subject, deps) => {
  const { eventId, revision, formerStart } = changeSubject.read(subject);
  const context = await contextOf(queries, eventId, memberId);
  // A later change has its own notice.
  if (context?.seat?.state !== 'going' || context.event.revision !== Number(revision)) return null;
  const { event } = context;
  if (event.status !== 'published' || deps.clock.now() >= endOf(event)) return null;
  const isMovedInTime = formerStart !== '' && Number(formerStart) !== event.startsAt;
  const former = isMovedInTime && { localStart: localTime(Number(formerStart), event.timeZone) };
  const said = former
    ? `L’horaire a changé\u00a0: ${eventWhenInstead(event, former)}. Toujours partant\u202f?`
    : 'Le lieu ou la durée a changé. Toujours partant\u202f?';
  return contentOf(deps, context, { title: event.title, said, method: 'REQUEST', action: 'Répondre' });
};

export const describeReminder: DescribeNotice = async (queries, memberId, subject, deps) => {
  const { what, eventId, startsAt } = reminderSubject.read(subject);
  const context = await contextOf(queries, eventId, memberId);
  if (context?.event.status !== 'published' || context.event.startsAt !== Number(startsAt)) return null;
  const text = reminderText(context, what as ReminderKind, memberId, deps.clock.now());
  return text && contentOf(deps, context, text);
};

/** A server that was away reminds late. */
function reminderText(
  { event, seat }: Context,
  what: ReminderKind,
  memberId: string,
  now: number,
): Text | null {
  const title = `«\u00a0${event.title}\u00a0»`;
  const isHost = event.hostId === memberId;
  if (what === 'attendance')
    return isHost || seat?.isCohost
      ? { title: 'Qui est venu\u202f?', said: `Note les présences à ${title}.` }
      : null;
  if (!isHost && seat?.state !== 'going') return null;
  if (what === 'useful') {
    const said = `${title} a eu lieu il y a une semaine. Ta réponse n’est montrée qu’en somme.`;
    return seat && isToSayUseful(seat) ? { title: 'Ça t’a servi\u202f?', said, action: 'Répondre' } : null;
  }
  if (what === 'hour-before') {
    const time = now > event.startsAt - SOON_MS ? 'moins d’une heure' : 'une heure';
    const said = `${title} commence dans ${time}.`;
    return { title: `Dans ${time}\u00a0: ${title}`, said, isAwaited: true };
  }
  const isToday = localTime(now, event.timeZone).slice(0, 10) === event.localStart.slice(0, 10);
  const day = isToday ? 'aujourd’hui' : 'demain';
  if (isHost || seat?.isCohost)
    return {
      title: `${isToday ? 'Aujourd’hui' : 'Demain'}\u00a0: ${title}`,
      said: `${title}, c’est ${day}.`,
    };
  return {
    title: 'Tu viens toujours\u202f?',
    said: `${title}, c’est ${day}. Si tu ne viens plus, laisse ta place.`,
    action: 'Répondre',
  };
}

async function contextOf(queries: Queries, eventId: string, memberId: string): Promise<Context | null> {
  const [settings, [context]] = await Promise.all([
    communitySettingsOf(queries),
    queries
      .select({ event: events, seat: eventSeats, email: members.email, timeZone: memberSettings.timeZone })
      .from(events)
      .innerJoin(members, eq(members.id, memberId))
      .leftJoin(eventSeats, and(eq(eventSeats.eventId, events.id), eq(eventSeats.memberId, memberId)))
      .leftJoin(memberSettings, eq(memberSettings.userId, memberId))
      .where(eq(events.id, eventId)),
  ]);
  return settings.events && context ? context : null;
}

function contentOf(
  deps: DescribeDeps,
  { event, seat, email, timeZone }: Context,
  { title, said, method, action = 'Voir l’événement', isAwaited = false }: Text,
  further: readonly string[] = [],
): NoticeContent {
  const own = eventWhenIn(
    { ...event, startsAt: new Date(event.startsAt).toISOString() },
    timeZone ?? DEFAULT_SETTINGS.timeZone,
  );
  const mayLeave =
    seat !== null && seat.state !== 'declined' && !seat.isCohost && event.status === 'published';
  const part = method && { method, to: email, at: deps.clock.now() };
  return {
    title,
    body: said,
    tag: `event:${event.id}`,
    isAwaited,
    live: { type: 'event.told', eventId: event.id, title, body: said, isAwaited },
    mail: {
      subject: title === event.title ? said : title,
      heading: title,
      paragraphs: [said, ...further, [eventWhen(event), ...(own ? [own] : [])].join('\n')],
      action,
      ...(mayLeave && { footnoteLink: leaveLink(deps, seat) }),
      ...(part && { calendar: calendarPart(deps.config, event, part) }),
    },
  };
}
