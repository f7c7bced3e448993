import { expect, test } from 'vitest';
import { choicesOf, guesses } from './columns.ts';

const column = (name: string, sum: number | null, different: number) => ({ name, sum, different });

test('titles of platforms are recognised, and others are chosen by hand', () => {
  const columns = [
    column('Name', null, 310),
    column('Subtotal', 20_900.5, 290),
    column('Online store sessions', 12_400, 90),
    column('Montant dépensé (EUR)', 2400, 12),
    column('Couleur', null, 4),
  ];
  expect(guesses(columns)).toEqual({
    orders: 'count 0',
    revenue: 'sum 1',
    sessions: 'sum 2',
    ads: 'sum 3',
  });
  expect(choicesOf(columns).map(({ total }) => total)).toEqual([310, 20_900.5, 290, 12_400, 90, 2400, 12, 4]);
});

test('a title that means a sum is not taken for a column of words', () => {
  expect(guesses([column('Orders', null, 12)])).toEqual({});
});
