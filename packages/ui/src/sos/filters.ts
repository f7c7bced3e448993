import { optionLabel, SPECIALTIES, type Specialty } from '@guilde/contracts/profiles/rules.ts';
import {
  SOS_DATE_FILTERS,
  SOS_STATUS_FILTERS,
  type SosDateFilter,
  type SosStatusFilter,
} from '@guilde/contracts/sos/rules.ts';
import { chosenIn, searchIn } from '../shell/address-filters.ts';

export type SosScope = 'all' | 'mine' | 'matching' | 'unhelped';

export type SosFilters = {
  date: SosDateFilter;
  status: SosStatusFilter;
  specialty: Specialty | 'all';
  scope: SosScope;
  q: string;
};

export const ALL_SOS: SosFilters = { date: 'all', status: 'all', specialty: 'all', scope: 'all', q: '' };

export const SOS_SCOPES = [
  { id: 'all', label: 'Tous' },
  { id: 'unhelped', label: 'Sans aide' },
  { id: 'mine', label: 'Les miens' },
  { id: 'matching', label: 'Pour moi' },
] as const satisfies readonly { id: SosScope; label: string }[];

export function filtersOf(search: URLSearchParams): SosFilters {
  return {
    date: chosenIn(search.get('date'), SOS_DATE_FILTERS, 'all'),
    status: chosenIn(search.get('status'), SOS_STATUS_FILTERS, 'all'),
    specialty: chosenIn(search.get('specialty'), SPECIALTIES, 'all'),
    scope: chosenIn(search.get('scope'), SOS_SCOPES, 'all'),
    q: searchIn(search),
  };
}

export function filterParams(filters: SosFilters): Partial<SosFilters> {
  const names = Object.keys(ALL_SOS) as (keyof SosFilters)[];
  return Object.fromEntries(
    names.filter((name) => filters[name] !== ALL_SOS[name]).map((name) => [name, filters[name]]),
  );
}

export type ActiveFilter = { name: 'date' | 'specialty' | 'status'; label: string };

export function activeFilters(filters: SosFilters): ActiveFilter[] {
  const all: ActiveFilter[] = [
    { name: 'date', label: optionLabel(SOS_DATE_FILTERS, filters.date) },
    { name: 'specialty', label: optionLabel(SPECIALTIES, filters.specialty) },
    { name: 'status', label: optionLabel(SOS_STATUS_FILTERS, filters.status) },
  ];
  return all.filter(({ name }) => filters[name] !== 'all');
}
