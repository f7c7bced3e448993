import { expect, test } from 'vitest';
import { differenceOf } from './difference.ts';

const shown = (before: string[], after: string[]) =>
  differenceOf(before, after).map((line) =>
    line.map(({ kind, text }) => ({ same: text, out: `-${text}-`, in: `+${text}+` })[kind]).join(''),
  );

test('a changed line shows its words, beside lines that were taken out, put in and kept', () => {
  const before = ['Titre', 'Le compte est suspendu.', 'Écris au support.', 'Garde une copie.'];
  const after = ['Titre', 'Le compte Ads est suspendu.', 'Garde une copie.', 'Réponds le jour même.'];
  expect(shown(before, after)).toEqual([
    'Titre',
    'Le compte +Ads +est suspendu.',
    '-Écris au support.-',
    'Garde une copie.',
    '+Réponds le jour même.+',
  ]);
});

test('lines without enough words in common are not mixed', () => {
  expect(shown(['Écris vite au support.'], ['Appelle plutôt ton transporteur au matin.'])).toEqual([
    '-Écris vite au support.-',
    '+Appelle plutôt ton transporteur au matin.+',
  ]);
});
