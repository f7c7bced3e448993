import { z } from 'zod';
import { memberRefOutput, specialtiesOutput } from '../profiles/output.ts';
import { component, instant, pageOf } from '../shared-output.ts';

export const eventStatusOutput = z.enum(['proposed', 'published', 'cancelled']);
export const seatStateOutput = z.enum(['going', 'waiting', 'declined']);

/** `position` is the place in the waiting list, from 1; an offered seat is held until `offeredUntil`. */
export const ownSeatOutput = z.object({
  state: seatStateOutput,
  position: z.number().nullable(),
  offeredUntil: instant.nullable(),
  /** Since the member last said that they come, the hour or the place changed, or the last day began. */
  isAsked: z.boolean(),
});

export const eventOutput = component('Event', {
  id: z.string(),
  kind: z.enum(['room', 'workshop', 'meeting']),
  title: z.string(),
  localStart: z.string(),
  timeZone: z.string(),
  startsAt: instant,
  minutes: z.number(),
  capacity: z.number(),
  taken: z.number(),
  /** An empty city means online. */
  city: z.string(),
  specialties: specialtiesOutput,
  status: eventStatusOutput,
  revision: z.number(),
  seriesId: z.string().nullable(),
  host: memberRefOutput.nullable(),
  /** The viewer is its host or one of the cohosts. */
  isHost: z.boolean(),
  seat: ownSeatOutput.nullable(),
});

/** Hosts alone receive this field of a seat. */
export const hostedSeatOutput = z.object({
  member: memberRefOutput,
  state: seatStateOutput,
  isConfirmed: z.boolean(),
  attended: z.boolean().nullable(),
});

export const eventDetailOutput = eventOutput
  .extend({
    description: z.string(),
    /** The address is empty, and the link null, for those who do not come; the link also until it is time. */
    address: z.string(),
    link: z.string().nullable(),
    hasLink: z.boolean(),
    cancelReason: z.string(),
    cohosts: z.array(memberRefOutput),
    waiting: z.number(),
    /** Hosts and those who come see each other; the others see how many. */
    participants: z.array(memberRefOutput),
    series: z.array(z.object({ id: z.string(), startsAt: instant, status: eventStatusOutput })),
    seats: z.array(hostedSeatOutput).nullable(),
    useful: z.enum(['yes', 'little', 'no']).nullable(),
    usefulSums: z.object({ yes: z.number(), little: z.number(), no: z.number() }).nullable(),
    /** It is another event of the viewer at the same time. */
    clash: z.object({ id: z.string(), title: z.string() }).nullable(),
    /** The viewer has a seat by the waiting list only, though some are free. */
    mustWait: z.boolean(),
  })
  .meta({ id: 'EventDetail' });

export const eventPageOutput = pageOf(eventOutput)
  .extend({ cities: z.array(z.string()) })
  .meta({ id: 'EventPage' });

/** The holder of a mail's link reads which event they left. */
export const leftEventOutput = z.object({ title: z.string() });

/** `address` is there once, when it is made. */
export const calendarLinkOutput = component('CalendarLink', {
  createdAt: instant.nullable(),
  lastReadAt: instant.nullable(),
  address: z.string().nullable(),
});
