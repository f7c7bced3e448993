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
import { toOptions } from '../../kit/options.ts';
import { Select } from '../../kit/select.tsx';
import type { ListAddress } from '../list-address.ts';

type Option = { id: string; label: string };

const any = (label: string): Option => ({ id: '', label });

const CHOICES = [
  { name: 'certified', label: 'Certification', options: CERTIFIED_FILTERS },
  { name: 'specialty', label: 'Spécialité', options: [any('Toutes les spécialités'), ...SPECIALTIES] },
  { name: 'tool', label: 'Outil', options: [any('Tous les outils'), ...TOOLS] },
  { name: 'sector', label: 'Secteur', options: [any('Tous les secteurs'), ...SECTORS] },
  { name: 'helps', label: 'Aide apportée', options: HELP_FILTERS },
  { name: 'seen', label: 'Dernière visite', options: SEEN_FILTERS },
] as const;

/** The search and the counters have places of their own. */
const NO_MEMBER_FILTERS = Object.fromEntries(
  [...CHOICES.map(({ name }) => name), 'sponsor', 'from', 'to'].map((name) => [name, null]),
);

/** The address leaves these out. */
const NO_VALUES: Record<string, null> = { '': null, all: null, newest: null };

export function MemberFilterBar({ address, filters }: { address: ListAddress; filters: MemberFilters }) {
  const change = (name: string, value: string) => address.change({ [name]: NO_VALUES[value] ?? value });
  const active = filterLabels(filters);
  if (filters.sponsor) active.push(['sponsor', 'Invités par la même personne']);
  return (
    <FilterBar
      search={{
        label: 'Rechercher un utilisateur',
        placeholder: 'Nom, boutique, e-mail ou SIREN',
        q: address.q,
        onSearch: address.search,
        resets: 0,
      }}
      active={active.map(([key, label]) => ({ key, label, onRemove: () => change(key, '') }))}
      onClear={() => address.change(NO_MEMBER_FILTERS)}
      panelClassName="grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3"
    >
      <MemberFilterFields filters={filters} onChange={change} />
      <Field label="Ordre">
        <Select
          options={toOptions(MEMBER_ORDERS)}
          value={filters.order}
          onChange={({ target }) => change('order', target.value)}
        />
      </Field>
    </FilterBar>
  );
}

type FieldsProps = {
  filters: SavedMemberFilters;
  onChange: (name: keyof SavedMemberFilters, value: string) => void;
};

/** The announcements have these fields too. */
export function MemberFilterFields({ filters, onChange }: FieldsProps) {
  const choose = (name: keyof SavedMemberFilters) => ({
    value: filters[name],
    onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
  });
  return (
    <>
      {CHOICES.map(({ name, label, options }) => (
        <Field key={name} label={label}>
          <Select options={toOptions<string>(options)} {...choose(name)} />
        </Field>
      ))}
      <Field label="Inscription depuis le">
        <Input type="date" max={filters.to || undefined} {...choose('from')} />
      </Field>
      <Field label="Inscription jusqu’au">
        <Input type="date" min={filters.from || undefined} {...choose('to')} />
      </Field>
    </>
  );
}

/** Returns name and words of each filter that is set, without search, sponsor and order. */
export function filterLabels(filters: SavedMemberFilters): [name: string, label: string][] {
  const chosen = CHOICES.filter(({ name }) => !(filters[name] in NO_VALUES));
  return [
    ...chosen.map(({ name, options }): [string, string] => [name, optionLabel(options, filters[name])]),
    ...(filters.from ? [['from', `Depuis le ${formatDate(filters.from)}`] as [string, string]] : []),
    ...(filters.to ? [['to', `Jusqu’au ${formatDate(filters.to)}`] as [string, string]] : []),
  ];
}
