import { DEAL_CATEGORIES, type DealCategory } from '@guilde/contracts/deals/rules.ts';
import { Tags } from 'lucide-react';
import { RadioChips } from '../kit/chips.tsx';
import { toOptions } from '../kit/options.ts';
import { Select } from '../kit/select.tsx';
import { paths } from '../paths.ts';
import { Switched } from '../settings/switched.tsx';
import { chosenIn, useAddressFilters } from '../shell/address-filters.ts';
import { NewLink } from '../shell/links.tsx';
import { Page, PageHeader } from '../shell/page.tsx';
import { EmptyList, PagedList, Rows } from '../shell/paged-list.tsx';
import { type DealFilters, useDeals } from './data.ts';
import { DealRow } from './deal-row.tsx';
import { TITLE } from './labels.ts';
import { PlannedDeals } from './planned-deals.tsx';

export function Component() {
  return (
    <Switched feature="deals" title={TITLE} planned={<PlannedDeals />}>
      <Deals />
    </Switched>
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
  const list = useDeals(filters);
  const empty = EMPTY[filters.scope];
  return (
    <Page>
      <PageHeader
        title={TITLE}
        description="Acheter à plusieurs pour payer moins cher. Guilde ne touche rien."
      >
        {propose}
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
      <PagedList
        list={list}
        failed="Impossible de charger les deals"
        more="Afficher les deals suivants"
        empty={
          <EmptyList
            title={empty.title}
            text={empty.text}
            icon={<Tags />}
            action={propose}
            filtered={
              filters.category !== 'all' && {
                text: 'Rien ne correspond à cette catégorie.',
                button: 'Voir toutes les catégories',
                onClear: () => change({ category: 'all' }),
              }
            }
          />
        }
      >
        {(deals) => (
          <Rows>
            {deals.map((deal) => (
              <DealRow key={deal.id} deal={deal} />
            ))}
          </Rows>
        )}
      </PagedList>
    </Page>
  );
}

const propose = <NewLink to={paths.dealNew}>Proposer un deal</NewLink>;

const EMPTY: Record<DealFilters['scope'], { title: string; text: string }> = {
  ideas: { title: 'Aucune idée pour l’instant.', text: 'Dis ce que tu voudrais acheter à plusieurs.' },
  open: { title: 'Aucun deal ouvert.', text: 'Propose ce que tu voudrais acheter à plusieurs.' },
  mine: { title: 'Aucun deal à toi.', text: 'Ceux que tu proposes, suis ou négocies s’affichent ici.' },
  concluded: { title: 'Aucun deal conclu.', text: 'Les deals terminés s’affichent ici.' },
};
