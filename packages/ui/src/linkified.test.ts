import { expect, test } from 'vitest';
import { splitLinks } from './linkified.tsx';

const links = (text: string) =>
  splitLinks(text)
    .filter((part) => part.href)
    .map((part) => [part.text, part.href]);

test.each([
  ['Voir https://exemple.fr/aide.', 'https://exemple.fr/aide', 'https://exemple.fr/aide'],
  ['(https://exemple.fr/a_(b))', 'https://exemple.fr/a_(b)', 'https://exemple.fr/a_(b)'],
  ['sur www.exemple.fr, oui', 'www.exemple.fr', 'https://www.exemple.fr/'],
  ['« https://exemple.fr/x »', 'https://exemple.fr/x', 'https://exemple.fr/x'],
  [
    'https://exemple.fr/fiche_produit_',
    'https://exemple.fr/fiche_produit_',
    'https://exemple.fr/fiche_produit_',
  ],
  ['http://exemple.fr?q=1&b=2!', 'http://exemple.fr?q=1&b=2', 'http://exemple.fr/?q=1&b=2'],
])('the address in %j becomes a link', (text, shown, href) => {
  expect(links(text)).toEqual([[shown, href]]);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<b>',
  'https://',
  'https://un seul mot',
  'mail@exemple.fr',
  'Rien à voir ici.',
  'xhttps',
])('%j stays plain text', (text) => {
  expect(links(text)).toEqual([]);
});

test('nothing of the text is lost, whatever it holds', () => {
  const text = 'Un\nhttps://a.fr/1, puis https://b.fr/2)\n\nwww.c.fr… fin';
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
  expect(links(text)).toHaveLength(3);
});

test.each([
  'https:///good.fr@evil.com',
  'https://good.fr@evil.com',
  'https://localhost:3000/',
  'https://10.0.0.1/',
  'https://p\u0430ypal.com',
  'https://boutique.fr/\u202egpj.exe',
  'www.bou\u200btique.fr',
])('%j stays plain text: it may lead elsewhere than it looks', (text) => {
  expect(links(`Voir ${text} et`)).toEqual([]);
});

test('brackets without end are looked at once', () => {
  const text = `https://exemple.fr/${')'.repeat(1_000_000)}`;
  expect(links(text)).toEqual([['https://exemple.fr/', 'https://exemple.fr/']]);
});
