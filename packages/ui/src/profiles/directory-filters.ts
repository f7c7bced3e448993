import {
  CARRIERS,
  type Carrier,
  CMS,
  type Cms,
  optionLabel,
  PAYMENTS,
  type Payment,
  SECTORS,
  type Sector,
  SPECIALTIES,
  type Specialty,
} from '@guilde/contracts/profiles/rules.ts';
import { allChosenIn, searchIn } from '../shell/address-filters.ts';

export type DirectoryFilters = {
  q: string;
  specialty: Specialty[];
  cms: Cms[];
  payment: Payment[];
  carrier: Carrier[];
  sector: Sector[];
};

const NONE = { specialty: [], cms: [], payment: [], carrier: [], sector: [] };
export const EVERYBODY: DirectoryFilters = { q: '', ...NONE };

const LISTS = {
  specialty: SPECIALTIES,
  cms: CMS,
  payment: PAYMENTS,
  carrier: CARRIERS,
  sector: SECTORS,
} as const;
export type ListFilter = keyof typeof LISTS;

export function directoryFiltersOf(search: URLSearchParams): DirectoryFilters {
  return {
    q: searchIn(search),
    specialty: allChosenIn(search.getAll('specialty'), SPECIALTIES),
    cms: allChosenIn(search.getAll('cms'), CMS),
    payment: allChosenIn(search.getAll('payment'), PAYMENTS),
    carrier: allChosenIn(search.getAll('carrier'), CARRIERS),
    sector: allChosenIn(search.getAll('sector'), SECTORS),
  };
}

/** Each chosen value has a parameter `specialty=…`. */
export function directorySearch({ q, ...lists }: DirectoryFilters): URLSearchParams {
  const search = new URLSearchParams(q ? { q } : {});
  for (const name of Object.keys(LISTS) as ListFilter[])
    for (const value of lists[name]) search.append(name, value);
  return search;
}

export type ChosenFilter = { name: ListFilter; id: string; label: string };

export function chosenFilters(filters: DirectoryFilters): ChosenFilter[] {
  return (Object.keys(LISTS) as ListFilter[]).flatMap((name) =>
    filters[name].map((id) => ({ name, id, label: chosenLabel(name, id) })),
  );
}

/** « Autre » is in two lists, so the chip says which. */
function chosenLabel(name: ListFilter, id: string): string {
  const label = optionLabel(LISTS[name], id);
  if (id !== 'other') return label;
  return name === 'cms' ? 'Autre plateforme' : 'Autre secteur';
}

export function isFiltered(filters: DirectoryFilters): boolean {
  return filters.q !== '' || chosenFilters(filters).length > 0;
}
