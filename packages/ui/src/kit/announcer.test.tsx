import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Announcer, announce } from './announcer.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openRegion(): Element {
  const { container } = render(<Announcer />);
  const region = container.querySelector('[aria-live="polite"]');
  if (!region) throw new Error('no region');
  return region;
}

const textsIn = (region: Element) => [...region.childNodes].map((node) => node.textContent);

it('adds each text alone to a region that is already there, and takes it away later', () => {
  const region = openRegion();
  expect(textsIn(region)).toEqual([]);
  act(() => announce('Sophie : bonjour'));
  const first = region.firstChild;
  act(() => announce('Karim : salut'));
  expect(textsIn(region)).toEqual(['Sophie : bonjour', 'Karim : salut']);
  expect(region.firstChild).toBe(first);
  expect(first?.childNodes).toHaveLength(1);
  act(() => {
    vi.runAllTimers();
  });
  expect(textsIn(region)).toEqual([]);
});

it('says the same text again', () => {
  const region = openRegion();
  act(() => announce('Connexion rétablie'));
  act(() => announce('Connexion rétablie'));
  expect(textsIn(region)).toEqual(['Connexion rétablie', 'Connexion rétablie']);
  act(() => {
    vi.runAllTimers();
  });
});
