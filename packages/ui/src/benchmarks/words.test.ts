import { expect, test } from 'vitest';
import { cellLabel, dayMonth, nextOpening, position } from './words.ts';

const cell = { q1: 150, centre: 230, q3: 310 };

test.each([
  [140, cell, 'Tu es sous le quart inférieur.'],
  [150, cell, 'Tu es entre le quart inférieur et le milieu.'],
  [230, cell, 'Tu es au milieu.'],
  [310, cell, 'Tu es entre le milieu et le quart supérieur.'],
  [320, cell, 'Tu es au-dessus du quart supérieur.'],
  [220, { ...cell, q1: null, q3: null }, 'Tu es sous le milieu.'],
  [240, { ...cell, q1: null, q3: null }, 'Tu es au-dessus du milieu.'],
])('%i is said in words', (own, published, words) => {
  expect(position(own, published)).toBe(words);
});

test.each([
  ['all', 'Toute la communauté'],
  ['sector:fashion+beauty', 'Mode et Beauté'],
  ['band:0-50', 'Moins de 50 commandes par mois'],
  ['band:500+', 'Plus de 500 commandes par mois'],
  ['band:50-500+500+', 'De 50 à 500 et Plus de 500 commandes par mois'],
  ['cross:fashion|50-500', 'Mode, de 50 à 500 commandes par mois'],
])('%s is « %s »', (key, label) => {
  expect(cellLabel(key)).toBe(label);
});

test('a wave opens on the first day of a quarter', () => {
  expect(nextOpening(Date.parse('2026-11-28T12:00:00Z'))).toBe('1er janvier');
  expect(nextOpening(Date.parse('2026-03-31T12:00:00Z'))).toBe('1er avril');
  expect(dayMonth('2027-01-24T22:59:00Z')).toBe('24 janvier');
});
