import { EVENT_KINDS } from '@guilde/contracts/events/rules.ts';
import { SPECIALTIES } from '@guilde/contracts/profiles/rules.ts';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { RadioChips } from '../kit/chips.tsx';
import { Field } from '../kit/field.tsx';
import { FilterBar } from '../kit/filter-bar.tsx';
import { dayKey, formatDay } from '../kit/format.ts';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import { serverNow } from '../kit/server-time.ts';
import { paths } from '../paths.ts';
import { Switched } from '../settings/switched.tsx';
import { type AddressFilters, useAddressFilters } from '../shell/address-filters.ts';
import { NewLink } from '../shell/links.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { EmptyList, PagedList, Rows } from '../shell/paged-list.tsx';
import { CalendarLinkCard } from './calendar-link.tsx';
import { useEvents } from './data.ts';
import { EventRow } from './event-row.tsx';
import {
  ALL_EVENTS,
  activeFilters,
  EVENT_SCOPES,
  type EventFilters,
  filterParams,
  filtersOf,
  monthLabel,
  monthsFrom,
  placeLabel,
} from './filters.ts';
import { TITLE } from './labels.ts';
import { PlannedEvents } from './planned-events.tsx';

export function Component() {
  return (
    <Switched feature="events" title={TITLE} planned={<PlannedEvents />}>
      <Events />
    </Switched>
  );
}

const propose = <NewLink to={paths.eventNew}>Proposer un événement</NewLink>;

function Events() {
  const address = useAddressFilters(filtersOf, filterParams);
  const list = useEvents(address.filters);
  return (
    <Page>
      <PageHeader title={TITLE} description="Se retrouver entre marchands, à l’écran ou autour d’une table.">
        {propose}
      </PageHeader>
      <div className="grid grid-cols-1 gap-6">
        <EventFilterBar {...address} cities={list.data?.pages[0]?.cities ?? []} />
        <Agenda list={list} filters={address.filters} onClear={() => address.change(ALL_EVENTS)} />
        {address.filters.scope === 'mine' && <CalendarLinkCard />}
      </div>
    </Page>
  );
}

type BarProps = Pick<AddressFilters<EventFilters>, 'filters' | 'change'> & { cities: readonly string[] };

function EventFilterBar({ filters, change, cities }: BarProps) {
  const [now] = useState(serverNow);
  const { kind, specialty, place, month } = ALL_EVENTS;
  const months = monthsFrom(now, filters.scope === 'past' ? -1 : 1);
  // What the address asks for is a choice too.
  const among = (values: readonly string[], chosen: string, label: (value: string) => string) =>
    [...new Set([...values, chosen])]
      .filter((value) => value !== 'all')
      .map((value) => ({ value, label: label(value) }));
  const fields = [
    { key: 'kind', label: 'Sorte', all: 'Toutes', options: toOptions(EVENT_KINDS) },
    { key: 'specialty', label: 'Spécialité', all: 'Toutes', options: toOptions(SPECIALTIES) },
    {
      key: 'place',
      label: 'Lieu',
      all: 'Partout',
      options: among(['online', ...cities], filters.place, placeLabel),
    },
    { key: 'month', label: 'Mois', all: 'Tous', options: among(months, filters.month, monthLabel) },
  ] as const;
  return (
    <FilterBar
      scope={
        <RadioChips
          label="Quels événements"
          className="flex-wrap max-md:gap-1 max-md:*:px-3"
          options={toOptions(EVENT_SCOPES)}
          value={filters.scope}
          onChange={(scope) => change({ scope, month })}
        />
      }
      active={activeFilters(filters).map(({ key, label }) => ({
        key,
        label,
        onRemove: () => change({ [key]: 'all' }),
      }))}
      onClear={() => change({ kind, specialty, place, month })}
      panelClassName="gap-3 sm:grid-cols-2 lg:grid-cols-4"
    >
      {fields.map(({ key, label, all, options }) => (
        <Field key={key} label={label}>
          <Select
            options={[{ value: 'all', label: all }, ...options]}
            value={filters[key]}
            onChange={(event) => change({ [key]: event.target.value })}
          />
        </Field>
      ))}
    </FilterBar>
  );
}

type AgendaProps = {
  list: ReturnType<typeof useEvents>;
  filters: EventFilters;
  onClear: () => void;
};

const EMPTY = {
  coming: 'Propose une Room sur un sujet que tu maîtrises.',
  mine: 'Ce que tu organises et les événements où tu viens s’affichent ici.',
  past: 'Les événements des trois derniers mois s’affichent ici.',
};

/** Days without an event are not drawn. */
function Agenda({ list, filters, onClear }: AgendaProps) {
  return (
    <PagedList
      list={list}
      failed="Impossible de charger les événements"
      more="Afficher les événements suivants"
      empty={
        <EmptyList
          title={filters.scope === 'past' ? 'Aucun événement passé.' : 'Aucun événement prévu.'}
          text={EMPTY[filters.scope]}
          icon={<CalendarDays />}
          action={propose}
          filtered={
            activeFilters(filters).length > 0 && {
              text: 'Rien ne correspond à ces filtres.',
              button: 'Voir tous les événements',
              onClear,
            }
          }
        />
      }
    >
      {(events) =>
        Object.entries(Object.groupBy(events, ({ startsAt }) => dayKey(startsAt))).map(
          ([day, items = []]) => (
            <section key={day}>
              <h2 className="mb-2 text-base first-letter:uppercase">{formatDay(items[0]?.startsAt ?? 0)}</h2>
              <Rows>
                {items.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </Rows>
            </section>
          ),
        )
      }
    </PagedList>
  );
}
