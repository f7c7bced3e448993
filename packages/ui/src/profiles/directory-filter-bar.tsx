import { CMS, SECTORS, SPECIALTIES } from '@guilde/contracts/profiles.ts';
import { ListFilter as ListFilterIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { CheckboxChips, RemovableChip } from '../kit/chips.tsx';
import { FieldGroup } from '../kit/field.tsx';
import { pluralWord } from '../kit/format.ts';
import { PausedSearch } from '../kit/paused-search.tsx';
import { chosenFilters, type DirectoryFilters, EVERYBODY } from './directory-filters.ts';

export type DirectoryFiltersProps = {
  filters: DirectoryFilters;
  onChange: (change: Partial<DirectoryFilters>) => void;
};

/** Search, and what else is filtered as one line of chips; the rest unfolds. */
export function DirectoryFilterBar({ filters, onChange }: DirectoryFiltersProps) {
  const [unfolded, setUnfolded] = useState(false);
  const panelId = useId();
  const chosen = chosenFilters(filters);
  return (
    <div className="grid gap-2.5">
      <div className="flex gap-2">
        <PausedSearch
          label="Rechercher un membre"
          placeholder="Nom ou boutique"
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
          <ListFilterIcon aria-hidden strokeWidth={1.75} />
          Filtres
          {chosen.length > 0 && (
            <Badge tone="primary" className="h-5 px-1.5 tabular-nums">
              {chosen.length}
              <span className="sr-only">{` ${pluralWord(chosen.length, 'actif')}`}</span>
            </Badge>
          )}
        </Button>
      </div>
      {chosen.length > 0 && (
        <ul aria-label="Filtres actifs" className="flex flex-wrap gap-1.5">
          {chosen.map(({ name, id, label }) => (
            <li key={name + id}>
              <RemovableChip
                removeLabel={`Retirer le filtre ${label}`}
                onRemove={() => onChange({ [name]: filters[name].filter((value) => value !== id) })}
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

function FilterPanel({ filters, onChange }: DirectoryFiltersProps) {
  const { specialty, cms, sector } = filters;
  return (
    <div className="grid animate-fade-in gap-4 rounded-lg border bg-card p-4">
      <FieldGroup label="Spécialités">
        <CheckboxChips
          options={optionsOf(SPECIALTIES)}
          values={specialty}
          onChange={(values) => onChange({ specialty: values })}
        />
      </FieldGroup>
      <FieldGroup label="Plateforme">
        <CheckboxChips
          options={optionsOf(CMS)}
          values={cms}
          onChange={(values) => onChange({ cms: values })}
        />
      </FieldGroup>
      <FieldGroup label="Secteur">
        <CheckboxChips
          options={optionsOf(SECTORS)}
          values={sector}
          onChange={(values) => onChange({ sector: values })}
        />
      </FieldGroup>
      {chosenFilters(filters).length > 0 && (
        <Button
          variant="link"
          className="justify-self-start"
          onClick={() => onChange({ ...EVERYBODY, q: filters.q })}
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
