import type { SosCategory } from '@guilde/contracts/sos.ts';
import { SOS_CATEGORIES } from '@guilde/contracts/sos-options.ts';
import { chosenIn, searchIn } from '../shell/address-filters.ts';

/** What the knowledge base shows, as it stands in the address. */
export type KnowledgeFilters = { q: string; category: SosCategory | 'all' };

/** The filters of an address. */
export function filtersOf(search: URLSearchParams): KnowledgeFilters {
  return { q: searchIn(search), category: chosenIn(search.get('category'), SOS_CATEGORIES, 'all') };
}

/** What of the filters goes into an address: only what differs from showing everything. */
export function filterParams({ q, category }: KnowledgeFilters): Partial<KnowledgeFilters> {
  return { ...(q ? { q } : {}), ...(category === 'all' ? {} : { category }) };
}
