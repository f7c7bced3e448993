import { SOS_CATEGORIES, type SosCategory } from '@guilde/contracts/sos/rules.ts';
import { chosenIn, searchIn } from '../shell/address-filters.ts';

export type KnowledgeFilters = { q: string; category: SosCategory | 'all' };

export function filtersOf(search: URLSearchParams): KnowledgeFilters {
  return { q: searchIn(search), category: chosenIn(search.get('category'), SOS_CATEGORIES, 'all') };
}

export function filterParams({ q, category }: KnowledgeFilters): Partial<KnowledgeFilters> {
  return { ...(q ? { q } : {}), ...(category === 'all' ? {} : { category }) };
}
