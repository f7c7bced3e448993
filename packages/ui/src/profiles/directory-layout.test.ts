import { expect, test } from 'vitest';
import { directoryFiltersOf, directorySearch } from './directory-filters.ts';
import { layoutOf, pagesOf } from './directory-layout.ts';

const INITIALS = [
  { initial: 'A', count: 4, offset: 0 },
  { initial: 'C', count: 1, offset: 4 },
  { initial: 'Z', count: 3, offset: 5 },
];

test('every member has one line, below the heading of their initial', () => {
  const { lines, sections } = layoutOf(INITIALS);
  expect(lines.flatMap((line) => (line.kind === 'member' ? [line.place] : []))).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7,
  ]);
  expect(lines.map(({ kind, section }) => `${kind} ${section}`)).toEqual([
    'heading 0',
    ...Array.from({ length: 4 }, () => 'member 0'),
    'heading 1',
    'member 1',
    'heading 2',
    ...Array.from({ length: 3 }, () => 'member 2'),
  ]);
  expect(sections.map(({ headingsAbove }) => headingsAbove)).toEqual([0, 1, 2]);
});

test('lines ask for the pages that hold their members', () => {
  const { lines } = layoutOf([{ initial: 'A', count: 9, offset: 0 }]);
  expect(pagesOf(lines.slice(0, 1), 4)).toEqual([]);
  expect(pagesOf(lines.slice(0, 3), 4)).toEqual([0]);
  expect(pagesOf(lines.slice(4, 6), 4)).toEqual([0, 1]);
  expect(pagesOf(lines, 4)).toEqual([0, 1, 2]);
});

test('filters survive the address, and what nobody knows is left out of it', () => {
  const filters = directoryFiltersOf(
    new URLSearchParams(
      'q=+zo%C3%A9+&cms=shopify&cms=magento&cms=evil&carrier=dpd&carrier=stripe&sector=%3Cscript%3E&specialty=ads',
    ),
  );
  expect(filters).toEqual({
    q: 'zoé',
    specialty: ['ads'],
    cms: ['magento', 'shopify'],
    payment: [],
    carrier: ['dpd'],
    sector: [],
  });
  expect(directorySearch(filters).toString()).toBe(
    'q=zo%C3%A9&specialty=ads&cms=magento&cms=shopify&carrier=dpd',
  );
});
