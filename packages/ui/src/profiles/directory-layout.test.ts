import { expect, test } from 'vitest';
import { directoryFiltersOf, directorySearch } from './directory-filters.ts';
import { layoutOf, pagesOf } from './directory-layout.ts';

const INITIALS = [
  { initial: 'A', count: 4, offset: 0 },
  { initial: 'C', count: 1, offset: 4 },
  { initial: 'Z', count: 3, offset: 5 },
];

test('every member has one place, and no line holds two initials', () => {
  for (const columns of [1, 2, 3]) {
    const { lines } = layoutOf(INITIALS, columns);
    const cards = lines.filter((line) => line.kind === 'cards');
    const places = cards.flatMap(({ offset, count }) =>
      Array.from({ length: count }, (_, at) => offset + at),
    );
    expect(places).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(cards.every(({ count }) => count >= 1 && count <= columns)).toBe(true);
  }
});

test('a section begins below all lines of those before it', () => {
  const { sections, lines } = layoutOf(INITIALS, 3);
  expect(sections.map(({ headingsAbove, cardLinesAbove }) => [headingsAbove, cardLinesAbove])).toEqual([
    [0, 0],
    [1, 2],
    [2, 3],
  ]);
  expect(lines.map(({ kind, section }) => `${kind} ${section}`)).toEqual([
    'heading 0',
    'cards 0',
    'cards 0',
    'heading 1',
    'cards 1',
    'heading 2',
    'cards 2',
  ]);
});

test('lines ask for the pages that hold their members, also where a line lies on two', () => {
  const { lines } = layoutOf([{ initial: 'A', count: 9, offset: 0 }], 3);
  expect(pagesOf(lines.slice(0, 2), 4)).toEqual([0]);
  expect(pagesOf(lines.slice(2, 3), 4)).toEqual([0, 1]);
  expect(pagesOf(lines, 4)).toEqual([0, 1, 2]);
});

test('filters survive the address, and what nobody knows is left out of it', () => {
  const filters = directoryFiltersOf(
    new URLSearchParams('q=+zo%C3%A9+&cms=shopify&cms=magento&cms=evil&sector=%3Cscript%3E&specialty=ads'),
  );
  expect(filters).toEqual({ q: 'zoé', specialty: ['ads'], cms: ['magento', 'shopify'], sector: [] });
  expect(directorySearch(filters).toString()).toBe('q=zo%C3%A9&specialty=ads&cms=magento&cms=shopify');
});
