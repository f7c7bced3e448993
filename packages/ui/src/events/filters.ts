import { EVENT_KINDS, type EventKind } from '@guilde/contracts/events/rules.ts';
import { optionLabel, SPECIALTIES, type Specialty } from '@guilde/contracts/profiles/rules.ts';
import { chosenIn, searchIn } from '../shell/address-filters.ts';

export const EVENT_SCOPES = [
  { id: 'coming', label: 'À venir' },
  { id: 'mine', label: 'Les miens' },
  { id: 'past', label: 'Passés' },
] as const;

export type EventFilters = {
  scope: (typeof EVENT_SCOPES)[number]['id'];
  kind: EventKind | 'all';
  specialty: Specialty | 'all';
  /** It is `online` or a city. */
  place: string;
  /** « 2026-12 » */
  month: string;
  /** The list has no search. */
  q: '';
};

export const ALL_EVENTS: EventFilters = {
  scope: 'coming',
  kind: 'all',
  specialty: 'all',
  place: 'all',
  month: 'all',
  q: '',
};

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const monthFormat = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function filtersOf(address: URLSearchParams): EventFilters {
  const month = address.get('month') ?? '';
  return {
    scope: chosenIn(address.get('scope'), EVENT_SCOPES, 'coming'),
    kind: chosenIn(address.get('kind'), EVENT_KINDS, 'all'),
    specialty: chosenIn(address.get('specialty'), SPECIALTIES, 'all'),
    place: searchIn(new URLSearchParams({ q: address.get('place') ?? '' })).slice(0, 80) || 'all',
    month: MONTH.test(month) ? month : 'all',
    q: '',
  };
}

export function filterParams(filters: EventFilters): Partial<EventFilters> {
  const names = Object.keys(ALL_EVENTS) as (keyof EventFilters)[];
  return Object.fromEntries(
    names.filter((name) => filters[name] !== ALL_EVENTS[name]).map((name) => [name, filters[name]]),
  );
}

export function placeLabel(place: string): string {
  return place === 'online' ? 'En ligne' : place;
}

/** « décembre 2026 » */
export function monthLabel(month: string): string {
  return monthFormat.format(Date.parse(`${month}-01T00:00Z`));
}

/** Returns this month and the six after it, or before it: nothing is proposed further ahead. */
export function monthsFrom(now: number, step: 1 | -1): string[] {
  const from = new Date(now);
  return Array.from({ length: 7 }, (_, index) =>
    new Date(Date.UTC(from.getFullYear(), from.getMonth() + step * index, 1)).toISOString().slice(0, 7),
  );
}

export function activeFilters(filters: EventFilters) {
  const all = [
    { key: 'kind', label: optionLabel(EVENT_KINDS, filters.kind as EventKind) },
    { key: 'specialty', label: optionLabel(SPECIALTIES, filters.specialty as Specialty) },
    { key: 'place', label: placeLabel(filters.place) },
    { key: 'month', label: filters.month === 'all' ? '' : monthLabel(filters.month) },
  ] as const;
  return all.filter(({ key }) => filters[key] !== 'all');
}
