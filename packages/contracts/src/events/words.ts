import type { Event } from './rules.ts';
import { localTime } from './time.ts';

type When = Pick<Event, 'localStart' | 'timeZone'>;

/** The clock of the event is read as if it were UTC, since only its digits are shown. */
const dayFormat = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** The zones whose French name is not the last part of the IANA name. */
const PLACES: Record<string, string> = {
  'America/Cayenne': 'de la Guyane',
  'America/Guadeloupe': 'de la Guadeloupe',
  'America/Martinique': 'de la Martinique',
  'America/Montreal': 'de Montréal',
  'Europe/Brussels': 'de Bruxelles',
  'Europe/London': 'de Londres',
  'Indian/Reunion': 'de La Réunion',
  'Pacific/Noumea': 'de Nouméa',
  UTC: 'universelle',
};

/** « jeudi 10 décembre », « mardi 1er décembre » */
export function eventDay({ localStart }: Pick<Event, 'localStart'>): string {
  return dayFormat
    .formatToParts(Date.parse(`${localStart}Z`))
    .map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value))
    .join('');
}

/** « 18 h 30 », « 9 h » */
export function eventHour({ localStart }: Pick<Event, 'localStart'>): string {
  const minutes = localStart.slice(14, 16);
  return `${Number(localStart.slice(11, 13))}\u00a0h${minutes === '00' ? '' : `\u00a0${minutes}`}`;
}

/** « jeudi 10 décembre à 18 h 30 (heure de Paris) » */
export function eventWhen(event: When): string {
  return `${eventDay(event)} à ${eventHour(event)} (${zoneName(event.timeZone)})`;
}

/** « jeudi 10 décembre à 18 h 30 au lieu de mardi 8 », with what changed of day and hour */
export function eventWhenInstead(event: When, former: Pick<Event, 'localStart'>): string {
  const isSameHour = event.localStart.slice(11) === former.localStart.slice(11);
  const isSameDay = event.localStart.slice(0, 10) === former.localStart.slice(0, 10);
  const isSameMonth = event.localStart.slice(0, 7) === former.localStart.slice(0, 7);
  const day = isSameMonth ? eventDay(former).replace(/ \p{L}+$/u, '') : eventDay(former);
  const hour = isSameDay ? eventHour(former) : `${day} à ${eventHour(former)}`;
  return `${eventDay(event)} à ${eventHour(event)} au lieu de ${isSameHour ? day : hour}`;
}

/** Says the moment on the reader's clock; null where it shows the same time. */
export function eventWhenIn(event: When & Pick<Event, 'startsAt'>, timeZone: string): string | null {
  const localStart = localTime(Date.parse(event.startsAt), timeZone);
  return localStart === event.localStart ? null : eventWhen({ localStart, timeZone });
}

/** « heure de Paris », « heure d’Abidjan » */
export function zoneName(timeZone: string): string {
  const city = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return `heure ${PLACES[timeZone] ?? (/^[AEIOUY]/.test(city) ? `d’${city}` : `de ${city}`)}`;
}
