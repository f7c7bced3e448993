import { z } from 'zod';
import { specialty } from '../profiles/input.ts';
import { SPECIALTIES_MAX } from '../profiles/rules.ts';
import { isTimeZone } from '../settings/rules.ts';
import { SOS_CATEGORIES } from '../sos/rules.ts';
import {
  atMost,
  oneOf,
  pageCursor,
  plainText,
  requiredLine,
  requiredText,
  searchedText,
  uuid,
} from '../validation.ts';
import {
  COHOSTS_MAX,
  EVENT_ADDRESS_MAX,
  EVENT_CITY_MAX,
  EVENT_DESCRIPTION_MAX,
  EVENT_KINDS,
  EVENT_LINK_MAX,
  EVENT_MINUTES_MAX,
  EVENT_MINUTES_MIN,
  EVENT_NOTES_MAX,
  EVENT_REASON_MAX,
  EVENT_SEATS_MIN,
  EVENT_TITLE_MAX,
  OCCURRENCES_MAX,
  REPEATS,
  USEFUL,
} from './rules.ts';
import { instantOf } from './time.ts';

const TIME_INVALID = 'Choisis un jour et une heure.';
const SKIPPED_HOUR = 'Cette heure n’existe pas ce jour-là\u00a0: on passe à l’heure d’été.';

const oneLine = (max: number) => plainText.trim().check(atMost(max)).default('');

/** A link of a call: https, and nobody's name or password in it. */
export const callLink = oneLine(EVENT_LINK_MAX).refine(
  (text) => text === '' || /^https:\/\/[^\s@/?#]+(?:[/?#]\S*)?$/.test(text),
  'Écris une adresse qui commence par https://, sans identifiant.',
);

/** The local time and the zone are the truth; the server derives the instant. */
const fields = z.object({
  title: requiredLine(EVENT_TITLE_MAX),
  description: requiredText(EVENT_DESCRIPTION_MAX),
  localStart: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, TIME_INVALID),
  timeZone: z.string().check(atMost(60)).refine(isTimeZone, 'Choisis un fuseau horaire.'),
  minutes: z.int().min(EVENT_MINUTES_MIN).max(EVENT_MINUTES_MAX),
  capacity: z.int().min(EVENT_SEATS_MIN),
  /** A meeting has a city and an address; the others a link, which may be made by the server. */
  city: oneLine(EVENT_CITY_MAX),
  address: oneLine(EVENT_ADDRESS_MAX),
  link: callLink,
  specialties: z.array(specialty).max(SPECIALTIES_MAX, 'Choisis trois spécialités au plus.').default([]),
});

type Fields = z.output<typeof fields>;

function checkTime({ value, issues }: z.core.ParsePayload<Fields>) {
  if (instantOf(value.localStart, value.timeZone) !== null) return;
  const message = Number.isNaN(Date.parse(`${value.localStart}Z`)) ? TIME_INVALID : SKIPPED_HOUR;
  issues.push({ code: 'custom', path: ['localStart'], message, input: value.localStart, continue: true });
}

/** Seats and place depend on the kind, so that the server checks a change with the kind that is stored. */
export function kindFaults(kind: (typeof EVENT_KINDS)[number]['id'], value: Fields): Record<string, string> {
  const seatsMax = EVENT_KINDS.find(({ id }) => id === kind)?.seatsMax ?? 0;
  return {
    ...(value.capacity > seatsMax ? { capacity: `${seatsMax} places au plus.` } : {}),
    ...(kind === 'meeting' && value.city === '' ? { city: 'Écris la ville.' } : {}),
    ...(kind === 'meeting' && value.address === '' ? { address: 'Écris l’adresse.' } : {}),
  };
}

/** The client makes the id, so that sending twice makes one event, or one series. */
export const createEventInput = z
  .object({
    id: uuid,
    kind: oneOf(EVENT_KINDS, 'Choisis une sorte d’événement.'),
    ...fields.shape,
    repeat: oneOf(REPEATS).default('none'),
    times: z.int().min(2).max(OCCURRENCES_MAX).default(2),
  })
  .check(checkTime, ({ value, issues }) => {
    for (const [field, message] of Object.entries(kindFaults(value.kind, value)))
      issues.push({ code: 'custom', path: [field], message, input: value });
  });

export const changeEventInput = fields.check(checkTime);

export const linkInput = z.object({ link: callLink.refine((text) => text !== '', 'Ce champ est requis.') });

export const eventParams = z.object({ eventId: uuid });
export const eventMemberParams = z.object({ eventId: uuid, memberId: uuid });

/** `place` is `online` or a city. */
export const eventsQuery = z.object({
  scope: z.enum(['coming', 'mine', 'past']).default('coming'),
  kind: z.union([z.literal('all'), oneOf(EVENT_KINDS)]).default('all'),
  specialty: z.union([z.literal('all'), specialty]).default('all'),
  place: plainText.trim().check(atMost(EVENT_CITY_MAX)).default('all'),
  /** It is of the event's own zone: « 2026-12 ». */
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
  /** Every word begins a word of a title; the past is not searched. */
  q: searchedText.default(''),
  cursor: pageCursor,
});

/** `waiting` takes a seat where one is free. `wholeSeries` answers every coming event of the series. */
export const answerInput = z.object({
  state: z.enum(['going', 'waiting', 'declined']),
  wholeSeries: z.boolean().default(false),
});

export const cancelEventInput = z.object({
  reason: requiredText(EVENT_REASON_MAX),
  wholeSeries: z.boolean().default(false),
});

export const seatReasonInput = z.object({ reason: requiredText(EVENT_REASON_MAX) });
export const addSeatInput = z.object({ memberId: uuid, reason: requiredText(EVENT_REASON_MAX) });
export const cohostsInput = z.object({
  memberIds: z.array(uuid).max(COHOSTS_MAX, `${COHOSTS_MAX} coorganisateurs au plus.`),
});
export const attendanceInput = z.object({
  seats: z
    .array(z.object({ memberId: uuid, attended: z.boolean() }))
    .min(1)
    .max(60),
});
export const usefulInput = z.object({ useful: oneOf(USEFUL) });
/** The article stands under the category. */
export const eventNotesInput = z.object({
  notes: requiredText(EVENT_NOTES_MAX),
  category: oneOf(SOS_CATEGORIES).default('other'),
});
export const handOverInput = z.object({ memberId: uuid });

export const calendarParams = z.object({
  token: z.string().regex(/^[\w-]{22}\.ics$/, 'Ce lien d’agenda n’est pas valable.'),
});
/** The link of a mail lets its receiver leave without signing in, once. */
export const leaveInput = z.object({ token: z.string().min(1).check(atMost(300)) });
