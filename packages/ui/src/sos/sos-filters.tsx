import { SPECIALTIES, type Specialty } from '@guilde/contracts/profiles.ts';
import {
  SOS_DATE_FILTERS,
  SOS_STATUS_FILTERS,
  type SosDateFilter,
  type SosStatusFilter,
} from '@guilde/contracts/sos.ts';
import { ListFilter } from 'lucide-react';
import { useId, useState } from 'react';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { RadioChips, RemovableChip } from '../kit/chips.tsx';
import { Field } from '../kit/field.tsx';
import { pluralWord } from '../kit/format.ts';
import { PausedSearch } from '../kit/paused-search.tsx';
import { Select } from '../kit/select.tsx';
import { ALL_SOS, activeFilters, SOS_SCOPES, type SosFilters } from './filters.ts';

type FiltersProps = { filters: SosFilters; onChange: (change: Partial<SosFilters>) => void };

/** Search, scope, and what else is filtered as one line of chips; the rest unfolds. */
export function SosFilterBar({ filters, onChange }: FiltersProps) {
  const [unfolded, setUnfolded] = useState(false);
  const panelId = useId();
  const active = activeFilters(filters);
  return (
    <div className="grid gap-2.5">
      <div className="flex gap-2">
        <PausedSearch
          label="Rechercher un SOS"
          maxLength={100}
          className="min-w-0 flex-1"
          q={filters.q}
          onSearch={(q) => onChange({ q })}
        />
        <Button
          variant="outline"
          aria-expanded={unfolded}
          aria-controls={panelId}
          className="aria-expanded:bg-muted"
          onClick={() => setUnfolded(!unfolded)}
        >
          <ListFilter aria-hidden strokeWidth={1.75} />
          Filtres
          {active.length > 0 && (
            <Badge tone="primary" className="h-5 px-1.5 tabular-nums">
              {active.length}
              <span className="sr-only">{` ${pluralWord(active.length, 'actif')}`}</span>
            </Badge>
          )}
        </Button>
      </div>
      <RadioChips
        label="Quels SOS"
        options={SOS_SCOPES}
        value={filters.scope}
        onChange={(scope) => onChange({ scope })}
      />
      {active.length > 0 && (
        <ul aria-label="Filtres actifs" className="flex flex-wrap gap-1.5">
          {active.map(({ name, label }) => (
            <li key={name}>
              <RemovableChip
                removeLabel={`Retirer le filtre ${label}`}
                onRemove={() => onChange({ [name]: 'all' })}
              >
                {label}
              </RemovableChip>
            </li>
          ))}
        </ul>
      )}
      <div id={panelId} hidden={!unfolded}>
        <FilterPanel filters={filters} onChange={onChange} />
      </div>
    </div>
  );
}

function FilterPanel({ filters, onChange }: FiltersProps) {
  return (
    <div className="grid animate-fade-in gap-3 rounded-lg border bg-card p-4 sm:grid-cols-3 lg:grid-cols-1">
      <Field label="Date">
        <Select
          options={optionsOf(SOS_DATE_FILTERS)}
          value={filters.date}
          onChange={(event) => onChange({ date: event.target.value as SosDateFilter })}
        />
      </Field>
      <Field label="Spécialité">
        <Select
          value={filters.specialty}
          onChange={(event) => onChange({ specialty: event.target.value as Specialty | 'all' })}
        >
          <option value="all">Toutes les spécialités</option>
          {optionsOf(SPECIALTIES).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Statut">
        <Select
          options={optionsOf(SOS_STATUS_FILTERS)}
          value={filters.status}
          onChange={(event) => onChange({ status: event.target.value as SosStatusFilter })}
        />
      </Field>
      {activeFilters(filters).length > 0 && (
        <Button
          variant="link"
          className="justify-self-start sm:col-span-full"
          onClick={() =>
            onChange({ date: ALL_SOS.date, specialty: ALL_SOS.specialty, status: ALL_SOS.status })
          }
        >
          Tout effacer
        </Button>
      )}
    </div>
  );
}

function optionsOf<V extends string>(options: readonly { id: V; label: string }[]) {
  return options.map(({ id, label }) => ({ value: id, label }));
}
