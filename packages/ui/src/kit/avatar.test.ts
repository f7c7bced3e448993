import { expect, test } from 'vitest';
import { initials } from './avatar.tsx';

test.each([
  ['Claire Martin', 'CM'],
  ['jean-marc de la tour', 'JT'],
  ['Élodie', 'É'],
  ['  ', '?'],
  ['🙂 Zoé', '🙂Z'],
])('initials of %j are %s', (name, text) => {
  expect(initials(name)).toBe(text);
});
