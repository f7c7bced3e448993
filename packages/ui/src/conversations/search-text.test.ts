import { expect, it } from 'vitest';
import { isSearch, readSearch } from './search-text.ts';

const NOW = new Date(2026, 10, 23, 15, 30);
const at = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime();

it.each([
  ['facture', { q: 'facture' }],
  ['  facture   de:karim  dépôt ', { q: 'facture dépôt', from: 'karim' }],
  ['De:"Karim Benali" dans:« Compte Ads »', { q: '', from: 'Karim Benali', in: 'Compte Ads' }],
  ['dans:"Compte', { q: '', in: 'Compte' }],
  ['devis a:fichier', { q: 'devis', files: true }],
  ['a:voir', { q: 'voir' }],
  ['code:42 monde:x', { q: 'code:42 monde:x' }],
  ['de:', { q: '' }],
  ['le:hier', { q: '', since: at(2026, 11, 22), until: at(2026, 11, 23) }],
  ['le:aujourd’hui x', { q: 'x', since: at(2026, 11, 23), until: at(2026, 11, 24) }],
  ['avant:2026-11-05', { q: '', until: at(2026, 11, 5) }],
  ['après:5/11/2026', { q: '', since: at(2026, 11, 6) }],
  ['apres:31/12', { q: '', since: at(2026, 1, 1) }],
  ['depuis:10/2026 avant:2026', { q: '', since: at(2026, 10, 1), until: at(2026, 1, 1) }],
  ['le:2026-02', { q: '', since: at(2026, 2, 1), until: at(2026, 3, 1) }],
  ['avant:31/02/2026', { q: '', unread: '31/02/2026' }],
  ['avant:demain', { q: '', unread: 'demain' }],
])('reads « %s »', (text, expected) => {
  expect(readSearch(text, NOW)).toEqual(expected);
});

it('knows what is a search', () => {
  expect(isSearch(readSearch('de:karim'))).toBe(true);
  expect(isSearch(readSearch('dans:colis'))).toBe(false);
});
