/**
 * No text that somebody types may block a thread: a quadratic regular expression needs seconds for the 64 kB
 * of a request. The analyser looks at the syntax, because time depends on the machine. It overlooks large
 * constants, such as four nested repetitions of at most sixty, which hostile-schemas.test.ts and
 * hostile-functions.test.ts would find.
 */
import { describe, expect, it, test } from 'vitest';
import { patternsIn, runtimePatterns, superLinear } from './patterns.ts';
import { isTest, readSources } from './sources.ts';

const product = readSources().filter(({ file }) => /^(apps|packages)\//.test(file) && !isTest(file));
const found = product.map(patternsIn);
const places = found.flatMap((one) => one.constructed);
const constructed = runtimePatterns([...new Set(places.map((place) => place.replace(/:\d+$/, '')))]);

describe('the regular expressions of the product', () => {
  test('are linear where they are written', () => {
    const literals = found.flatMap(({ literals: list }) => list);
    expect(literals.length).toBeGreaterThan(200);
    expect(literals.filter((pattern) => superLinear(pattern).length > 0)).toEqual([]);
  });

  test('are linear where they are put together, and every such place is looked at', () => {
    expect(places).not.toEqual([]);
    expect([...new Set(constructed.map(({ place }) => place))].toSorted()).toEqual(
      [...new Set(places)].toSorted(),
    );
    expect(constructed.filter((pattern) => superLinear(pattern).length > 0)).toEqual([]);
  });
});

describe('the analyser', () => {
  it.each([
    ['two ways to place a dot', '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$'],
    ['a scan that begins again at every space', '\\s+$'],
    ['nested repetitions', '^(?:a+)+$'],
  ])('finds %s', (_, source) => {
    expect(superLinear({ source, flags: 'u' })).not.toEqual([]);
  });

  it('accepts the same when it begins only where a run begins', () => {
    expect(superLinear({ source: '(?<!\\s)\\s+$', flags: 'u' })).toEqual([]);
  });

  it('sees expressions however they are made', () => {
    const text = "const a = /x+/u;\nconst b = new RegExp('y');\nconst c = RegExp(a.source);\n";
    expect(patternsIn({ file: 'planted.ts', text })).toEqual({
      literals: [{ place: 'planted.ts:1', source: 'x+', flags: 'u' }],
      constructed: ['planted.ts:2', 'planted.ts:3'],
    });
  });
});
