import { expect, test } from 'vitest';
import { csv } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(1)'])(
  'no cell is a formula for a spreadsheet: %j',
  (text) => {
    expect(csv([['Motif', text]])).toBe(`\uFEFF"Motif";"'${text}"\r\n`);
  },
);

test('a cell keeps its quotes, breaks and separators', () => {
  expect(csv([['a"b;c\nd', '']])).toBe('\uFEFF"a""b;c\nd";""\r\n');
});
