import { CARRIERS, CMS, PAYMENTS, SECTORS, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import { CheckboxChips } from '../kit/chips.tsx';
import { FieldGroup } from '../kit/field.tsx';
import { FilterBar } from '../kit/filter-bar.tsx';
import { toOptions } from '../kit/options.ts';
import type { AddressFilters } from '../shell/address-filters.ts';
import { chosenFilters, type DirectoryFilters, EVERYBODY } from './directory-filters.ts';

export function DirectoryFilterBar({ filters, change, search }: AddressFilters<DirectoryFilters>) {
  const { specialty, cms, payment, carrier, sector } = filters;
  return (
    <FilterBar
      search={{ label: 'Rechercher un membre', placeholder: 'Nom, boutique, spécialité ou outil', ...search }}
      active={chosenFilters(filters).map(({ name, id, label }) => ({
        key: name + id,
        label,
        onRemove: () => change({ [name]: filters[name].filter((value) => value !== id) }),
      }))}
      onClear={() => change({ ...EVERYBODY, q: filters.q })}
      panelClassName="gap-4"
    >
      <FieldGroup label="Spécialités">
        <CheckboxChips
          options={toOptions(SPECIALTIES)}
          values={specialty}
          onChange={(values) => change({ specialty: values })}
        />
      </FieldGroup>
      <FieldGroup label="Plateforme">
        <CheckboxChips options={toOptions(CMS)} values={cms} onChange={(values) => change({ cms: values })} />
      </FieldGroup>
      <FieldGroup label="Paiement">
        <CheckboxChips
          options={toOptions(PAYMENTS)}
          values={payment}
          onChange={(values) => change({ payment: values })}
        />
      </FieldGroup>
      <FieldGroup label="Transporteurs">
        <CheckboxChips
          options={toOptions(CARRIERS)}
          values={carrier}
          onChange={(values) => change({ carrier: values })}
        />
      </FieldGroup>
      <FieldGroup label="Secteur">
        <CheckboxChips
          options={toOptions(SECTORS)}
          values={sector}
          onChange={(values) => change({ sector: values })}
        />
      </FieldGroup>
    </FilterBar>
  );
}
