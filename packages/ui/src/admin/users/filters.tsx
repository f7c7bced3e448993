import { TOOLS } from '@guilde/contracts/incidents/rules.ts';
import {
  CERTIFIED_FILTERS,
  HELP_FILTERS,
  MEMBER_ORDERS,
  type MemberFilters,
  type SavedMemberFilters,
  SEEN_FILTERS,
} from '@guilde/contracts/member-filters/rules.ts';
import { optionLabel, SECTORS, SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import { Field } from '../../kit/field.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
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
    tool: address.chosen('tool', ['', ...idsOf(TOOLS)]),
    sector: address.chosen('sector', ['', ...idsOf(SECTORS)]),
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
  tool: null,
  sector: null,
  helps: null,
  seen: null,
  sponsor: null,
  from: null,
  to: null,
};

export function MemberFilterBar({ address, filters }: { address: ListAddress; filters: MemberFilters }) {
  const change = (name: string, value: string) => address.change({ [name]: NO_VALUES[value] ?? value });
  return (
    <FilterBar
      search={{
        label: 'Rechercher un utilisateur',
        placeholder: 'Nom, boutique, e-mail ou SIREN',
        q: address.q,
        onSearch: address.search,
        resets: 0,
      }}
      active={[
        ...filterLabels(filters).map(([key, label]) => ({ key, label, onRemove: () => change(key, '') })),
        ...(filters.sponsor
          ? [{ key: 'sponsor', label: 'Invités par la même personne', onRemove: () => change('sponsor', '') }]
          : []),
      ]}
      onClear={() => address.change(NO_MEMBER_FILTERS)}
      panelClassName="grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3"
    >
      <MemberFilterFields filters={filters} onChange={change} />
      <Field label="Ordre">
        <Select
          options={optionsOf(MEMBER_ORDERS)}
          value={filters.order}
          onChange={({ target }) => change('order', target.value)}
        />
      </Field>
    </FilterBar>
  );
}

/** The address leaves these out. */
const NO_VALUES: Record<string, null> = { '': null, all: null, newest: null };

/** They choose members by what the team knows of them; the search and the counters stand elsewhere. */
export function MemberFilterFields({
  filters,
  onChange,
}: {
  filters: SavedMemberFilters;
  onChange: (name: keyof SavedMemberFilters, value: string) => void;
}) {
  const choose = (name: keyof SavedMemberFilters) => ({
    value: filters[name],
    onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
  });
  return (
    <>
      <Field label="Certification">
        <Select options={optionsOf(CERTIFIED_FILTERS)} {...choose('certified')} />
      </Field>
      <Field label="Spécialité">
        <Select options={[ALL_SPECIALTIES, ...optionsOf(SPECIALTIES)]} {...choose('specialty')} />
      </Field>
      <Field label="Outil">
        <Select options={[ALL_TOOLS, ...optionsOf(TOOLS)]} {...choose('tool')} />
      </Field>
      <Field label="Secteur">
        <Select options={[ALL_SECTORS, ...optionsOf(SECTORS)]} {...choose('sector')} />
      </Field>
      <Field label="Aide apportée">
        <Select options={optionsOf(HELP_FILTERS)} {...choose('helps')} />
      </Field>
      <Field label="Dernière visite">
        <Select options={optionsOf(SEEN_FILTERS)} {...choose('seen')} />
      </Field>
      <Field label="Inscription depuis le">
        <Input type="date" max={filters.to || undefined} {...choose('from')} />
      </Field>
      <Field label="Inscription jusqu’au">
        <Input type="date" min={filters.from || undefined} {...choose('to')} />
      </Field>
    </>
  );
}

const ALL_SPECIALTIES = { value: '', label: 'Toutes les spécialités' };
const ALL_TOOLS = { value: '', label: 'Tous les outils' };
const ALL_SECTORS = { value: '', label: 'Tous les secteurs' };

function optionsOf(options: readonly { id: string; label: string }[]) {
  return options.map(({ id, label }) => ({ value: id, label }));
}

/** Returns the name and the words of each filter that is set, without search, sponsor and order. */
export function filterLabels(filters: SavedMemberFilters): [name: keyof SavedMemberFilters, label: string][] {
  const { certified, specialty, tool, sector, helps, seen, from, to } = filters;
  const labels: [keyof SavedMemberFilters, string | false][] = [
    ['certified', certified !== 'all' && optionLabel(CERTIFIED_FILTERS, certified)],
    ['specialty', specialty !== '' && optionLabel(SPECIALTIES, specialty)],
    ['tool', tool !== '' && optionLabel(TOOLS, tool)],
    ['sector', sector !== '' && optionLabel(SECTORS, sector)],
    ['helps', helps !== 'all' && optionLabel(HELP_FILTERS, helps)],
    ['seen', seen !== 'all' && optionLabel(SEEN_FILTERS, seen)],
    ['from', from !== '' && `Depuis le ${formatDate(from)}`],
    ['to', to !== '' && `Jusqu’au ${formatDate(to)}`],
  ];
  return labels.filter((one): one is [keyof SavedMemberFilters, string] => one[1] !== false);
}
