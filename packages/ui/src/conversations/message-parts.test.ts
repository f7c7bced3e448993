import { expect, it } from 'vitest';
import { foldAt, partsOf, partsUpTo } from './message-parts.ts';

const shapes = (text: string) => partsOf(text).map(({ kind, text: part }) => [kind, part]);

it.each([
  ['Bonjour', [['text', 'Bonjour']]],
  [
    'Un `a < b` là',
    [
      ['text', 'Un '],
      ['code', 'a < b'],
      ['text', ' là'],
    ],
  ],
  [
    '`a``b`',
    [
      ['code', 'a'],
      ['code', 'b'],
    ],
  ],
  [
    'Voici :\n```js\nlet a = `x`;\n\nb()\n```\nEt ?',
    [
      ['text', 'Voici :'],
      ['block', 'let a = `x`;\n\nb()'],
      ['text', 'Et ?'],
    ],
  ],
  ['```a```', [['block', 'a']]],
  ['**gras** _non_ # titre', [['text', '**gras** _non_ # titre']]],
  ['Un ` seul, ``` ouvert', [['text', 'Un ` seul, ``` ouvert']]],
  ['` \n `', [['text', '` \n `']]],
])('« %s » is read as it is meant', (text, expected) => {
  expect(shapes(text)).toEqual(expected);
});

it('ends quickly whatever is written', () => {
  for (const text of [
    '`'.repeat(4000),
    '```a'.repeat(1000),
    '``` `'.repeat(800),
    `\`\`\`${'\n'.repeat(3990)}`,
  ])
    expect(
      partsOf(text)
        .map((part) => part.text)
        .join('').length,
    ).toBeLessThanOrEqual(text.length);
});

it('folds only what is clearly long, at a line or a word, code included', () => {
  expect(foldAt('a '.repeat(400))).toBeNull();
  expect(foldAt('ligne\n'.repeat(15))).toBeNull();
  const long = 'mot '.repeat(300);
  expect(long.slice(0, foldAt(long) ?? 0)).toHaveLength(699);
  const lines = Array.from({ length: 30 }, (_, n) => `ligne ${n}`).join('\n');
  expect(lines.slice(0, foldAt(lines) ?? 0).split('\n')).toHaveLength(12);
  const code = `Avant\n\`\`\`\n${lines}\n\`\`\``;
  const shown = partsUpTo(partsOf(code), foldAt(code) ?? 0);
  expect(shown.map(({ kind }) => kind)).toEqual(['text', 'block']);
  expect(shown[1]?.text.endsWith('ligne 9')).toBe(true);
});
