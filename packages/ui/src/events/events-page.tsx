import { EVENT_KINDS, type Event, type EventKind } from '@guilde/contracts/events/rules.ts';
import { SPECIALTIES, type Specialty } from '@guilde/contracts/profiles/rules.ts';
import { CalendarDays, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { RadioChips } from '../kit/chips.tsx';
import { cn } from '../kit/cn.ts';
import { Field } from '../kit/field.tsx';
import { FilterBar } from '../kit/filter-bar.tsx';
import { dayKey, formatDay } from '../kit/format.ts';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import { serverNow } from '../kit/server-time.ts';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { useCommunity } from '../settings/community.ts';
import { type AddressFilters, useAddressFilters } from '../shell/address-filters.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
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
  const { data, isPending } = useCommunity();
  if (data?.events) return <Events />;
  return isPending ? (
    <Page>
      <PageHeader title={TITLE} />
    </Page>
  ) : (
    <PlannedEvents />
  );
}

function Events() {
  const address = useAddressFilters(filtersOf, filterParams);
  const list = useEvents(address.filters);
  return (
    <Page>
      <PageHeader title={TITLE} description="Se retrouver entre marchands, à l’écran ou autour d’une table.">
        <ProposeButton />
      </PageHeader>
      <div className="grid grid-cols-1 gap-6">
        <EventFilterBar {...address} cities={list.data?.pages[0]?.cities ?? []} />
        <Agenda list={list} filters={address.filters} onClear={() => address.change(ALL_EVENTS)} />
        {address.filters.scope === 'mine' && <CalendarLinkCard />}
      </div>
    </Page>
  );
}

function ProposeButton() {
  return (
    <Button asChild>
      <Link to={paths.eventNew}>
        <Plus aria-hidden strokeWidth={1.75} />
        Proposer un événement
      </Link>
    </Button>
  );
}

type BarProps = Pick<AddressFilters<EventFilters>, 'filters' | 'change'> & { cities: readonly string[] };

function EventFilterBar({ filters, change, cities }: BarProps) {
  const [now] = useState(serverNow);
  const { kind, specialty, place, month } = ALL_EVENTS;
  const months = monthsFrom(now, filters.scope === 'past' ? -1 : 1);
  const others = new Set(['online', ...cities, filters.place].filter((one) => one !== 'all'));
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
      <Field label="Sorte">
        <Select
          options={[{ value: 'all', label: 'Toutes' }, ...toOptions(EVENT_KINDS)]}
          value={filters.kind}
          onChange={(event) => change({ kind: event.target.value as EventKind | 'all' })}
        />
      </Field>
      <Field label="Spécialité">
        <Select
          options={[{ value: 'all', label: 'Toutes' }, ...toOptions(SPECIALTIES)]}
          value={filters.specialty}
          onChange={(event) => change({ specialty: event.target.value as Specialty | 'all' })}
        />
      </Field>
      <Field label="Lieu">
        <Select
          options={[
            { value: 'all', label: 'Partout' },
            ...[...others].map((value) => ({ value, label: placeLabel(value) })),
          ]}
          value={filters.place}
          onChange={(event) => change({ place: event.target.value })}
        />
      </Field>
      <Field label="Mois">
        <Select
          options={[
            { value: 'all', label: 'Tous' },
            ...[...new Set([...months, ...(filters.month === 'all' ? [] : [filters.month])])].map(
              (value) => ({
                value,
                label: monthLabel(value),
              }),
            ),
          ]}
          value={filters.month}
          onChange={(event) => change({ month: event.target.value })}
        />
      </Field>
    </FilterBar>
  );
}

type AgendaProps = {
  list: ReturnType<typeof useEvents>;
  filters: EventFilters;
  onClear: () => void;
};

/** Days without an event are not drawn. */
function Agenda({ list, filters, onClear }: AgendaProps) {
  if (list.isPending) return <AgendaSkeleton />;
  const events = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.isError && events.length === 0)
    return <LoadFailed title="Impossible de charger les événements" query={list} />;
  if (events.length === 0) return <EmptyAgenda filters={filters} onClear={onClear} />;
  return (
    <div className={cn('grid grid-cols-1 gap-6', list.isPlaceholderData && 'opacity-60')}>
      {daysOf(events).map(({ day, items }) => (
        <section key={day}>
          <h2 className="mb-2 text-base first-letter:uppercase">{formatDay(items[0]?.startsAt ?? 0)}</h2>
          <Card asChild className="divide-y overflow-hidden p-0 md:p-0">
            <ul>
              {items.map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      <InfiniteSentinel
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onReach={() => void list.fetchNextPage()}
        label="Afficher les événements suivants"
      />
    </div>
  );
}

/** An event may have moved to the next page while that was loading. */
function daysOf(events: readonly Event[]): { day: string; items: Event[] }[] {
  const days = Object.groupBy(new Map(events.map((event) => [event.id, event])).values(), ({ startsAt }) =>
    dayKey(startsAt),
  );
  return Object.entries(days).map(([day, items = []]) => ({ day, items }));
}

const EMPTY = {
  coming: 'Propose une Room sur un sujet que tu maîtrises.',
  mine: 'Ce que tu organises et les événements où tu viens s’affichent ici.',
  past: 'Les événements des trois derniers mois s’affichent ici.',
};

function EmptyAgenda({ filters, onClear }: Omit<AgendaProps, 'list'>) {
  const isFiltered = activeFilters(filters).length > 0;
  return (
    <EmptyState
      title={filters.scope === 'past' ? 'Aucun événement passé.' : 'Aucun événement prévu.'}
      icon={<CalendarDays strokeWidth={1.75} />}
      action={
        isFiltered ? (
          <Button variant="outline" onClick={onClear}>
            Voir tous les événements
          </Button>
        ) : (
          <ProposeButton />
        )
      }
    >
      {isFiltered ? 'Rien ne correspond à ces filtres.' : EMPTY[filters.scope]}
    </EmptyState>
  );
}

function AgendaSkeleton() {
  return (
    <SkeletonGroup className="grid gap-4">
      <Skeleton className="w-40" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
    </SkeletonGroup>
  );
}
