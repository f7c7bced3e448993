import {
  CERTIFIED_FILTERS,
  HELP_FILTERS,
  MEMBER_ORDERS,
  type MemberFilters,
  SEEN_FILTERS,
} from '@guilde/contracts/member-filters/rules.ts';
import { optionLabel, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import { Field } from '../../kit/field.tsx';
import { type ActiveFilter, FilterBar } from '../../kit/filter-bar.tsx';
import { formatDate } from '../../kit/format.ts';
import { Input } from '../../kit/input.tsx';
import { Select } from '../../kit/select.tsx';
import type { ListAddress } from '../list-address.ts';

const STATES = ['all', 'admins', 'moderators', 'suspended', 'incomplete', 'unconfirmed'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const idsOf = <T extends { id: string }>(options: readonly T[]) => options.map(({ id }) => id) as T['id'][];

/** Invalid values of the address are left out. */
export function memberFiltersOf(address: ListAddress): MemberFilters {
  const text = (name: string, pattern: RegExp) => {
    const value = address.param(name) ?? '';
    return pattern.test(value) ? value : '';
  };
  return {
    q: address.q,
    filter: address.chosen('filter', STATES),
    certified: address.chosen('certified', idsOf(CERTIFIED_FILTERS)),
    specialty: address.chosen('specialty', ['', ...idsOf(SPECIALTIES)]),
    helps: address.chosen('helps', idsOf(HELP_FILTERS)),
    seen: address.chosen('seen', idsOf(SEEN_FILTERS)),
    sponsor: text('sponsor', ID),
    from: text('from', DAY),
    to: text('to', DAY),
    order: address.chosen('order', idsOf(MEMBER_ORDERS)),
  };
}

/** The search and the counters have places of their own. */
export const NO_MEMBER_FILTERS = {
  certified: null,
  specialty: null,
  helps: null,
  seen: null,
  sponsor: null,
  from: null,
  to: null,
};

export function MemberFilterBar({ address, filters }: { address: ListAddress; filters: MemberFilters }) {
  const choose = (name: string) => (event: { target: { value: string } }) =>
    address.change({ [name]: event.target.value === 'all' ? null : event.target.value || null });
  return (
    <FilterBar
      search={{
        label: 'Rechercher un utilisateur',
        placeholder: 'Nom, boutique ou e-mail',
        q: address.q,
        onSearch: address.search,
        resets: 0,
      }}
      active={activeFilters(address, filters)}
      onClear={() => address.change(NO_MEMBER_FILTERS)}
      panelClassName="grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3"
    >
      <Field label="Certification">
        <Select
          options={optionsOf(CERTIFIED_FILTERS)}
          value={filters.certified}
          onChange={choose('certified')}
        />
      </Field>
      <Field label="Spécialité">
        <Select
          options={[{ value: '', label: 'Toutes les spécialités' }, ...optionsOf(SPECIALTIES)]}
          value={filters.specialty}
          onChange={choose('specialty')}
        />
      </Field>
      <Field label="Aide apportée">
        <Select options={optionsOf(HELP_FILTERS)} value={filters.helps} onChange={choose('helps')} />
      </Field>
      <Field label="Dernière visite">
        <Select options={optionsOf(SEEN_FILTERS)} value={filters.seen} onChange={choose('seen')} />
      </Field>
      <Field label="Inscription depuis le">
        <Input type="date" value={filters.from} max={filters.to || undefined} onChange={choose('from')} />
      </Field>
      <Field label="Inscription jusqu’au">
        <Input type="date" value={filters.to} min={filters.from || undefined} onChange={choose('to')} />
      </Field>
      <Field label="Ordre">
        <Select
          options={optionsOf(MEMBER_ORDERS)}
          value={filters.order}
          onChange={({ target }) =>
            address.change({ order: target.value === 'newest' ? null : target.value })
          }
        />
      </Field>
    </FilterBar>
  );
}

function optionsOf(options: readonly { id: string; label: string }[]) {
  return options.map(({ id, label }) => ({ value: id, label }));
}

function activeFilters(address: ListAddress, filters: MemberFilters): ActiveFilter[] {
  const { certified, specialty, helps, seen, sponsor, from, to } = filters;
  const active = (key: string, label: string | false): ActiveFilter[] =>
    label === false ? [] : [{ key, label, onRemove: () => address.change({ [key]: null }) }];
  return [
    ...active('certified', certified !== 'all' && optionLabel(CERTIFIED_FILTERS, certified)),
    ...active('specialty', specialty !== '' && optionLabel(SPECIALTIES, specialty)),
    ...active('helps', helps !== 'all' && optionLabel(HELP_FILTERS, helps)),
    ...active('seen', seen !== 'all' && optionLabel(SEEN_FILTERS, seen)),
    ...active('sponsor', sponsor !== '' && 'Invités par la même personne'),
    ...active('from', from !== '' && `Depuis le ${formatDate(from)}`),
    ...active('to', to !== '' && `Jusqu’au ${formatDate(to)}`),
  ];
}
