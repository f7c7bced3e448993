import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wcagContrast } from 'culori';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'themes.css'), 'utf8');

const COLOUR = /--color-([\w-]+): (?:light-dark\((oklch\(.+?\)), (oklch\(.+?\))\)|(.+?));/g;
const found = [...css.matchAll(COLOUR)].map(([, name = '', light = '', dark = '', both = '']) => ({
  name,
  light: light || both,
  dark: dark || both,
}));
const themes = {
  light: new Map(found.map(({ name, light }) => [name, light])),
  dark: new Map(found.map(({ name, dark }) => [name, dark])),
};

/** In a timeline and in a stacked bar, these are beside each other in this order. */
const NEIGHBOURS = ['waiting', 'active', 'done', 'ended'];
const STATES = [...NEIGHBOURS, 'failed', 'urgent'];
const GROUNDS = ['background', 'card', 'popover'];
const READABLE = 4.5;
const VISIBLE = 3;

describe.each(Object.entries(themes))('the %s theme', (_name, properties) => {
  const colour = (name: string): string => {
    const value = properties.get(name) ?? '';
    const reference = /^var\(--color-([\w-]+)\)$/.exec(value)?.[1];
    return reference ? colour(reference) : value;
  };
  const contrast = (one: string, other: string) => wcagContrast(colour(one), colour(other));

  test('tells a state from its neighbour without its hue', () => {
    for (const [index, state] of NEIGHBOURS.entries()) {
      const next = NEIGHBOURS[index + 1];
      if (!next) continue;
      expect(contrast(`state-${state}`, `state-${next}`), `${state} beside ${next}`).toBeGreaterThanOrEqual(
        VISIBLE,
      );
    }
  });

  test.each(STATES)('shows the mark and the word of « %s »', (state) => {
    const soft = `state-${state}-soft`;
    expect(contrast(`state-${state}-text`, soft), 'word').toBeGreaterThanOrEqual(READABLE);
    for (const ground of [...GROUNDS, soft])
      expect(contrast(`state-${state}`, ground), `mark on ${ground}`).toBeGreaterThanOrEqual(VISIBLE);
  });

  test.each([
    ['foreground', ['background', 'card', 'popover', 'muted', 'secondary', 'primary-soft', 'sidebar-accent']],
    [
      'muted-foreground',
      ['background', 'card', 'popover', 'muted', 'secondary', 'sidebar', 'sidebar-accent'],
    ],
    ['primary-foreground', ['primary', 'primary-hover']],
    ['primary-strong', ['background', 'card', 'popover', 'muted', 'primary-soft', 'sidebar-accent']],
    ['accent-foreground', ['accent']],
    ['accent-strong', ['background', 'card', 'accent-soft']],
    ['gold-foreground', ['gold', 'gold-hover']],
    ['gold-strong', ['card', 'gold-soft']],
    ['success', ['background', 'card', 'success-soft']],
    ['warning', ['card', 'warning-soft']],
    ['danger', ['background', 'card', 'popover', 'danger-soft']],
    ['danger-foreground', ['danger-solid', 'danger-hover']],
  ])('writes in %s where it can be read', (text, grounds) => {
    for (const ground of grounds) expect(contrast(text, ground), ground).toBeGreaterThanOrEqual(READABLE);
  });

  test.each(['input', 'primary-strong', 'ring', 'accent'])('draws an edge in %s that can be seen', (edge) => {
    for (const ground of GROUNDS) expect(contrast(edge, ground), ground).toBeGreaterThanOrEqual(VISIBLE);
  });

  test('fills a button that can be seen', () => {
    for (const fill of ['primary', 'danger-solid', 'primary-hover'])
      expect(contrast(fill, 'background'), fill).toBeGreaterThanOrEqual(VISIBLE);
  });
});
