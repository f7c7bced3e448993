import { SPECIALTIES, type Specialty } from '@guilde/contracts/profiles/rules.ts';
import {
  SOS_DATE_FILTERS,
  SOS_STATUS_FILTERS,
  type SosDateFilter,
  type SosStatusFilter,
} from '@guilde/contracts/sos/rules.ts';
import { RadioChips } from '../kit/chips.tsx';
import { Field } from '../kit/field.tsx';
import { FilterBar } from '../kit/filter-bar.tsx';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import type { AddressFilters } from '../shell/address-filters.ts';
import { ALL_SOS, activeFilters, SOS_SCOPES, type SosFilters } from './filters.ts';

const specialtyOptions = [{ value: 'all', label: 'Toutes les spécialités' }, ...toOptions(SPECIALTIES)];

export function SosFilterBar({ filters, change, search }: AddressFilters<SosFilters>) {
  const { date, specialty, status } = ALL_SOS;
  return (
    <FilterBar
      search={{ label: 'Rechercher un SOS', ...search }}
      scope={
        <RadioChips
          label="Quels SOS"
          className="flex-wrap max-md:gap-1 max-md:*:px-3"
          options={toOptions(SOS_SCOPES)}
          value={filters.scope}
          onChange={(scope) => change({ scope })}
        />
      }
      active={activeFilters(filters).map(({ name, label }) => ({
        key: name,
        label,
        onRemove: () => change({ [name]: 'all' }),
      }))}
      onClear={() => change({ date, specialty, status })}
      panelClassName="gap-3 sm:grid-cols-3 lg:grid-cols-1"
    >
      <Field label="Date">
        <Select
          options={toOptions(SOS_DATE_FILTERS)}
          value={filters.date}
          onChange={(event) => change({ date: event.target.value as SosDateFilter })}
        />
      </Field>
      <Field label="Spécialité">
        <Select
          options={specialtyOptions}
          value={filters.specialty}
          onChange={(event) => change({ specialty: event.target.value as Specialty | 'all' })}
        />
      </Field>
      <Field label="Statut">
        <Select
          options={toOptions(SOS_STATUS_FILTERS)}
          value={filters.status}
          onChange={(event) => change({ status: event.target.value as SosStatusFilter })}
        />
      </Field>
    </FilterBar>
  );
}
