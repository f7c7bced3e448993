import { expect, it } from 'vitest';
import { emojisOf } from './emoji.ts';

it.each([
  ['colis', '📦'],
  ['COL', '📦'],
  ['etoi', '⭐'],
  ['tele', '📱'],
])('« :%s » finds %s', (typed, emoji) => {
  expect(emojisOf(typed).map((found) => found.emoji)).toContain(emoji);
});

it('finds eight at most, those whose name begins so first, and nothing for other signs', () => {
  expect(emojisOf('co')).toHaveLength(8);
  expect(emojisOf('coeur')[0]?.emoji).toBe('❤️');
  expect(emojisOf('cadeau')[0]).toEqual({ emoji: '🎁', name: 'cadeau' });
  expect(emojisOf('-)')).toEqual([]);
});
