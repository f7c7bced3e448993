import { expect, test } from 'vitest';
import { linkWith, secretsIn } from './links.ts';

function partsOf(link: string) {
  const hash = link.includes('#') ? link.slice(link.indexOf('#')) : '';
  const rest = link.slice(0, link.length - hash.length);
  return { hash, search: rest.includes('?') ? rest.slice(rest.indexOf('?')) : '' };
}

test('secrets stand in the fragment of a link and nowhere else', () => {
  const link = linkWith('https://guilde.fr/invitation', { token: 'a+b/c&d=', proof: 'é #' });
  expect(link).toMatch(/^https:\/\/guilde\.fr\/invitation#/);
  expect(partsOf(link).search).toBe('');
  expect(secretsIn(partsOf(link))).toEqual({ token: 'a+b/c&d=', proof: 'é #' });
  expect(linkWith('/invitation', {})).toBe('/invitation');
});

test('links with secrets in the query, as the first specification writes them, are read too', () => {
  expect(secretsIn(partsOf('/invitation?token=a&proof=b'))).toEqual({ token: 'a', proof: 'b' });
  expect(secretsIn(partsOf('/invitation?token=old#token=new')).token).toBe('new');
  expect(secretsIn(partsOf('/terms?tokens=1#articles'))).toEqual({ token: undefined, proof: undefined });
});

test('what cannot be decoded is a secret that opens nothing, not a failure', () => {
  expect(secretsIn(partsOf('/invitation#token=%zz')).token).toBe('%zz');
  expect(secretsIn(partsOf(`/invitation#token=${'a'.repeat(100_000)}`)).token?.length).toBeLessThan(1000);
});
