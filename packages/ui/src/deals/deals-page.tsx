import { DEAL_CATEGORIES, type Deal, type DealCategory } from '@guilde/contracts/deals/rules.ts';
import { Plus, Tags } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { RadioChips } from '../kit/chips.tsx';
import { cn } from '../kit/cn.ts';
import { InfiniteSentinel } from '../kit/infinite-list.tsx';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import { Skeleton, SkeletonGroup } from '../kit/skeleton.tsx';
import { EmptyState } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { useCommunity } from '../settings/community.ts';
import { chosenIn, useAddressFilters } from '../shell/address-filters.ts';
import { LoadFailed } from '../shell/load-failed.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { type DealFilters, useDeals } from './data.ts';
import { DealRow } from './deal-row.tsx';
import { TITLE } from './labels.ts';
import { PlannedDeals } from './planned-deals.tsx';

export function Component() {
  const { data, isPending } = useCommunity();
  if (data?.deals) return <Deals />;
  return isPending ? (
    <Page>
      <PageHeader title={TITLE} />
    </Page>
  ) : (
    <PlannedDeals />
  );
}

const SCOPES = [
  { id: 'ideas', label: 'Idées' },
  { id: 'open', label: 'Ouverts' },
  { id: 'concluded', label: 'Conclus' },
  { id: 'mine', label: 'Les miens' },
] as const;

const filtersOf = (address: URLSearchParams): DealFilters => ({
  scope: chosenIn(address.get('scope'), SCOPES, 'open'),
  category: chosenIn(address.get('category'), DEAL_CATEGORIES, 'all'),
  q: '',
});

function filterParams({ scope, category }: DealFilters) {
  return { ...(scope !== 'open' && { scope }), ...(category !== 'all' && { category }) };
}

function Deals() {
  const { filters, change } = useAddressFilters(filtersOf, filterParams);
  return (
    <Page>
      <PageHeader
        title={TITLE}
        description="Acheter à plusieurs pour payer moins cher. Guilde ne touche rien."
      >
        <ProposeButton />
      </PageHeader>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <RadioChips
          label="Quels deals"
          className="flex-wrap max-md:gap-1 max-md:*:px-3"
          options={toOptions(SCOPES)}
          value={filters.scope}
          onChange={(scope) => change({ scope })}
        />
        <Select
          aria-label="Catégorie"
          className="w-auto max-sm:w-full"
          options={[{ value: 'all', label: 'Toutes les catégories' }, ...toOptions(DEAL_CATEGORIES)]}
          value={filters.category}
          onChange={(event) => change({ category: event.target.value as DealCategory | 'all' })}
        />
      </div>
      <DealList filters={filters} onClear={() => change({ category: 'all' })} />
    </Page>
  );
}

function ProposeButton() {
  return (
    <Button asChild>
      <Link to={paths.dealNew}>
        <Plus aria-hidden strokeWidth={1.75} />
        Proposer un deal
      </Link>
    </Button>
  );
}

function DealList({ filters, onClear }: { filters: DealFilters; onClear: () => void }) {
  const list = useDeals(filters);
  if (list.isPending)
    return (
      <SkeletonGroup className="grid gap-3">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </SkeletonGroup>
    );
  // A deal may have moved to the next page while that was loading.
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const deals = [...new Map(items.map((deal): [string, Deal] => [deal.id, deal])).values()];
  if (list.isError && deals.length === 0)
    return <LoadFailed title="Impossible de charger les deals" query={list} />;
  if (deals.length === 0) return <NoDeals filters={filters} onClear={onClear} />;
  return (
    <div className={cn('grid grid-cols-1 gap-6', list.isPlaceholderData && 'opacity-60')}>
      <Card asChild className="divide-y overflow-hidden p-0 md:p-0">
        <ul>
          {deals.map((deal) => (
            <DealRow key={deal.id} deal={deal} />
          ))}
        </ul>
      </Card>
      <InfiniteSentinel
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onReach={() => void list.fetchNextPage()}
        label="Afficher les deals suivants"
      />
    </div>
  );
}

const EMPTY: Record<DealFilters['scope'], { title: string; text: string }> = {
  ideas: { title: 'Aucune idée pour l’instant.', text: 'Dis ce que tu voudrais acheter à plusieurs.' },
  open: { title: 'Aucun deal ouvert.', text: 'Propose ce que tu voudrais acheter à plusieurs.' },
  mine: { title: 'Aucun deal à toi.', text: 'Ceux que tu proposes, suis ou négocies s’affichent ici.' },
  concluded: { title: 'Aucun deal conclu.', text: 'Les deals terminés s’affichent ici.' },
};

function NoDeals({ filters: { scope, category }, onClear }: { filters: DealFilters; onClear: () => void }) {
  const isFiltered = category !== 'all';
  return (
    <EmptyState
      title={EMPTY[scope].title}
      icon={<Tags strokeWidth={1.75} />}
      action={
        isFiltered ? (
          <Button variant="outline" onClick={onClear}>
            Voir toutes les catégories
          </Button>
        ) : (
          <ProposeButton />
        )
      }
    >
      {isFiltered ? 'Rien ne correspond à cette catégorie.' : EMPTY[scope].text}
    </EmptyState>
  );
}
