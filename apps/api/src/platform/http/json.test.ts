import { expect, it } from 'vitest';
import { toJson } from './json.ts';

it.each([
  ['a text without accents', 'Bonjour'],
  ['an accent', 'Étiquettes à 3 €'],
  ['a typographic apostrophe', 'C’est réglé'],
  ['an emoji', 'Merci 🙏🏽'],
  ['half an emoji', 'Merci \ud83d'],
  ['a quote, a backslash and a line break', 'Il a dit "non"\\\n'],
  ['a long text', 'C’est réglé 🙏 '.repeat(100_000)],
])('writes %s as UTF-8', (_, text) => {
  const value = { text, others: [1, null, true] };
  expect(Buffer.from(JSON.stringify(value)).equals(toJson(value))).toBe(true);
});
