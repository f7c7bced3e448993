import { KNOWLEDGE_TABS, type KnowledgeOverview } from '@guilde/contracts/knowledge/rules.ts';
import { optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES, type SosCategory } from '@guilde/contracts/sos/rules.ts';
import { useState } from 'react';
import { DebouncedSearch } from '../kit/debounced-search.tsx';
import { formatNumber, pluralWord } from '../kit/format.ts';
import { Select } from '../kit/select.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../kit/tabs.tsx';
import { useScrollRestoration } from '../kit/use-scroll-restoration.ts';
import { useAddressFilters } from '../shell/address-filters.ts';
import { PageHeader, ScrollingPage } from '../shell/page.tsx';
import { ArticleList } from './article-list.tsx';
import { useArticles, useKnowledgeOverview } from './data.ts';
import { filterParams, filtersOf, type KnowledgeFilters } from './filters.ts';
import { KnowledgeFigures } from './knowledge-figures.tsx';

export function Component() {
  const { filters, change, search } = useAddressFilters(filtersOf, filterParams);
  const overview = useKnowledgeOverview();
  const articles = useArticles(filters);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useScrollRestoration(
    scroller,
    `knowledge${JSON.stringify(filters)}`,
    articles.isSuccess && !articles.isPlaceholderData,
  );
  return (
    <ScrollingPage ref={setScroller} aria-label="Résumés">
      <PageHeader
        title="Base de connaissances"
        description="Les solutions des SOS résolus, résumées puis relues par l’équipe."
      />
      <div className="grid grid-cols-1 gap-5">
        <div className="grid gap-2">
          <DebouncedSearch
            label="Rechercher dans la base de connaissances"
            placeholder="Rechercher un sujet, une solution"
            maxLength={100}
            {...search}
          />
          {!overview.isError && <KnowledgeFigures overview={overview.data} />}
        </div>
        <Tabs
          value={filters.category}
          onValueChange={(category) => change({ category: category as KnowledgeFilters['category'] })}
        >
          <div className="flex items-end gap-3">
            <div className="min-w-0 flex-1">
              <CategoryTabs overview={overview.data} category={filters.category} />
            </div>
            <CategorySelect
              overview={overview.data}
              category={filters.category}
              onChange={(category) => change({ category })}
            />
          </div>
          <TabsContent value={filters.category} className="pt-4">
            <ArticleList articles={articles} filters={filters} onChange={change} scroller={scroller} />
          </TabsContent>
        </Tabs>
      </div>
    </ScrollingPage>
  );
}

function CategoryTabs({
  overview,
  category,
}: {
  overview: KnowledgeOverview | undefined;
  category: KnowledgeFilters['category'];
}) {
  return (
    <TabsList aria-label="Catégories">
      <TabsTrigger value="all">
        Tout
        <TabCount count={overview?.summaries} />
      </TabsTrigger>
      {tabsWith(overview?.tabs ?? [], category).map((tab) => (
        <TabsTrigger key={tab.category} value={tab.category}>
          <span>{optionLabel(SOS_CATEGORIES, tab.category)}</span>
          <TabCount count={tab.count} />
        </TabsTrigger>
      ))}
    </TabsList>
  );
}

function CategorySelect({
  overview,
  category,
  onChange,
}: {
  overview: KnowledgeOverview | undefined;
  category: KnowledgeFilters['category'];
  onChange: (category: KnowledgeFilters['category']) => void;
}) {
  if (!overview || overview.others.length === 0) return null;
  const options = [...overview.tabs, ...overview.others].map(({ category: value, count }) => ({
    value,
    label: `${optionLabel(SOS_CATEGORIES, value)} (${formatNumber(count)})`,
  }));
  return (
    <div className="w-36 shrink-0 max-sm:w-28">
      <Select
        aria-label="Catégorie"
        value={category}
        options={[{ value: 'all', label: 'Toutes' }, ...options]}
        onChange={(event) => onChange(event.target.value as KnowledgeFilters['category'])}
      />
    </div>
  );
}

function TabCount({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  return (
    <span className="text-xs font-normal text-muted-foreground tabular-nums">
      <span>{formatNumber(count)}</span>
      <span className="sr-only">{` ${pluralWord(count, 'résumé')}`}</span>
    </span>
  );
}

type Tab = { category: SosCategory; count?: number };

/** Tabs are the most frequent categories, and the one of the address. */
function tabsWith(tabs: readonly Tab[], category: KnowledgeFilters['category']): readonly Tab[] {
  if (category === 'all' || tabs.some((tab) => tab.category === category)) return tabs;
  return [...tabs.slice(0, KNOWLEDGE_TABS - 1), { category }];
}
