import { expect, test } from 'vitest';
import { decimalSignIn, isForeign, numberIn } from './numbers.ts';

test.each([
  ['1 234,56 €', 1234.56],
  ['1\u202f234,5', 1234.5],
  ['€1,234.56', 1234.56],
  ['1.234.567,8', 1_234_567.8],
  ['1,234,567', 1_234_567],
  ['12,5', 12.5],
  ['12.340000', 12.34],
  ['0.125', 0.125],
  ['1,234', 1234],
  ['1.234', 1234],
  ['38 %', 38],
  ['(12)', -12],
  ['-3,5', -3.5],
  ['1’250', 1250],
  ['', null],
  ['—', null],
  ['2026-10-01', null],
  ['douze', null],
  ['1e5', null],
])('« %s » is %s', (written, number) => {
  expect(numberIn(written)).toBe(number);
});

test.each([
  ['$1,234.56', true],
  ['1 234 USD', true],
  ['US$ 12', true],
  ['12£', true],
  ['GBP', true],
  ['12,50 CHF', true],
  ['1 234 €', false],
  ['T-shirt à 12 $', false],
  ['USDA', false],
])('« %s » is in another currency than the euro: %s', (written, is) => {
  expect(isForeign(written)).toBe(is);
  if (is) expect(numberIn(written)).toBeNull();
});

test.each([
  [['1,234', '12,5'], ',', 1.234],
  [['1,234', '12.5'], '.', 1234],
  [['1,234', '2,000'], null, 1234],
])('the column %j writes decimals with %s', (cells, sign, first) => {
  expect(decimalSignIn(cells)).toBe(sign);
  expect(numberIn(cells[0] ?? '', sign as ',' | '.' | null)).toBe(first);
});
