import { type Event, type EventStatus, endOf } from '@guilde/contracts/events/rules.ts';
import { localTime } from '@guilde/contracts/events/time.ts';
import { eventHour } from '@guilde/contracts/events/words.ts';
import { plural } from '../kit/format.ts';
import type { State } from '../kit/state-badge.tsx';
import { deviceTimeZone } from '../settings/device-time-zone.ts';
import { HOME_ZONE } from './zones.ts';

export const TITLE = 'Événements & Rooms';

export const readerZone = () => deviceTimeZone() ?? HOME_ZONE;

/** « 18 h 30 » on the reader’s clock. */
export function readerHour({ startsAt }: Pick<Event, 'startsAt'>): string {
  return eventHour({ localStart: localTime(Date.parse(startsAt), readerZone()) });
}

/** « 45 min », « 1 h », « 1 h 30 » */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest}\u00a0min`;
  return `${hours}\u00a0h${rest > 0 ? `\u00a0${String(rest).padStart(2, '0')}` : ''}`;
}

const STATUSES: Partial<Record<EventStatus, string>> = { cancelled: 'Annulé', proposed: 'En relecture' };

/** « 5 places sur 8 », « Complet », « Annulé »; once it is over, « 6 participants ». */
export function seatsText(
  event: Pick<Event, 'capacity' | 'taken' | 'status' | 'startsAt' | 'minutes'>,
  now: number,
): string {
  const left = event.capacity - event.taken;
  if (event.status !== 'published') return STATUSES[event.status] ?? '';
  if (endOf(event) <= now) return plural(event.taken, 'participant');
  return left > 0 ? `${plural(left, 'place')} sur ${event.capacity}` : 'Complet';
}

/** « 1re », « 2e » */
export const ordinal = (place: number) => (place === 1 ? '1re' : `${place}e`);

/** Names the viewer’s own part in it; null without one. */
export function ownState(event: Event, now: number): { state: State; label: string } | null {
  const { isHost, seat, status } = event;
  if (status === 'cancelled') return null;
  if (endOf(event) <= now) {
    if (isHost) return { state: 'done', label: 'Tu as organisé' };
    return seat?.state === 'going' ? { state: 'done', label: 'Tu y étais' } : null;
  }
  if (isHost) return { state: 'done', label: 'Tu organises' };
  if (seat?.offeredUntil) return { state: 'urgent', label: 'Une place se libère' };
  if (seat?.state === 'waiting')
    return { state: 'waiting', label: `Liste d’attente (${ordinal(seat.position ?? 1)})` };
  if (seat?.state !== 'going') return null;
  return seat.isAsked
    ? { state: 'active', label: 'Toujours partant ?' }
    : { state: 'done', label: 'Tu viens' };
}
