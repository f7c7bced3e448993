import { knowledgeQuery } from '@guilde/contracts/knowledge.ts';
import type { SosCategory } from '@guilde/contracts/sos.ts';

/** What the knowledge base shows, as it stands in the address. */
export type KnowledgeFilters = { q: string; category: SosCategory | 'all' };

const { shape } = knowledgeQuery;

/** The filters of an address; what it says wrongly counts as not said. */
export function filtersOf(search: URLSearchParams): KnowledgeFilters {
  return {
    q: shape.q.catch('').parse(search.get('q') ?? undefined),
    category: shape.category.catch('all').parse(search.get('category') ?? undefined),
  };
}

/** What of the filters goes into an address: only what differs from showing everything. */
export function filterParams({ q, category }: KnowledgeFilters): Partial<KnowledgeFilters> {
  return { ...(q ? { q } : {}), ...(category === 'all' ? {} : { category }) };
}
