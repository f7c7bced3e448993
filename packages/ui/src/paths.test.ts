import { describe, expect, test } from 'vitest';
import { paths, safeReturnPath } from './paths.ts';

const ORIGIN = 'https://guilde.example';
const CASES = 20_000;

describe('a place to return to', () => {
  test.each([
    '/home',
    '/sos?status=resolved&q=retour%20client%5C%2F%2F',
    '/chat?sos=8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11',
    '/profile/8a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11#avis',
    '/legal#article-2',
    '/invitation#token=GNvlqMBTDY448qP9k_bMSky78vY1vQT0sL23nlTMhCA&proof=a',
    '/sos?q=https://boutique.example//soldes',
  ])('in the product is kept: %s', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  test.each([
    '//evil.example',
    '///evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/home/../..//evil.example',
    '/%2e//evil.example',
    '/%2F/evil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '/%252Fevil.example',
    '/%25252F%25252Fevil.example',
    '/%00',
    '/%zz',
    '/\u200b/evil.example',
    '/\u202e/evil.example',
    ' //evil.example',
    '\u0001//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/javascript:alert(1)//',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'home',
    '?q=1',
    `/${'%25'.repeat(20_000)}2F`,
    `/${'a'.repeat(100_000)}`,
    '',
    null,
    undefined,
  ])('elsewhere leads home: %#', (path) => {
    expect(safeReturnPath(path)).toBe(paths.home);
  });

  test('is always one of this origin, whatever it is made of', () => {
    const pieces = [
      '/',
      '//',
      '\\',
      '\t',
      '\n',
      '\r',
      '\0',
      '.',
      '..',
      '@',
      ':',
      '#',
      '?',
      '%',
      'evil.example',
    ];
    const more = ['%2f', '%5C', '%09', '%0a', '%00', '%252f', '%2e', '%40', 'javascript:', 'data:', 'https:'];
    const ours = ['home', 'sos', 'é', '\u2028', '\u200b', '\u202e', '\ud800', ' ', '&', '=', '[', ']', '|'];
    const alphabet = [...pieces, ...more, ...ours];
    const seed = 20_261_122;
    const next = seededRandom(seed);
    for (let index = 0; index < CASES; index++) {
      const length = 1 + Math.floor(next() * 8);
      const parts = Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]);
      const from = (next() < 0.7 ? '/' : '') + parts.join('');
      const safe = safeReturnPath(from);
      const label = `seed ${seed}, case ${index}: ${JSON.stringify(from)} → ${JSON.stringify(safe)}`;
      expect(safe, label).toMatch(/^\/(?![/\\])/);
      expect(new URL(safe, ORIGIN).origin, label).toBe(ORIGIN);
      expect(new URL(decodedOnce(safe), ORIGIN).origin, label).toBe(ORIGIN);
      expect(safeReturnPath(safe), label).toBe(safe);
      window.history.replaceState(null, '', safe);
    }
  });
});

function decodedOnce(path: string): string {
  try {
    return decodeURIComponent(path.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return path;
  }
}

/** The seed repeats the numbers from 0 up to 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
