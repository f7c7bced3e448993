import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Announcer, announce } from './announcer.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openRegions() {
  const { container } = render(<Announcer />);
  const region = (politeness: string) => {
    const element = container.querySelector(`[aria-live="${politeness}"]`);
    if (!element) throw new Error(`no ${politeness} region`);
    return element;
  };
  return { polite: region('polite'), assertive: region('assertive') };
}

const textsIn = (region: Element) => [...region.childNodes].map((node) => node.textContent);

it('adds each text alone to a region that is already there, and takes it away later', () => {
  const { polite, assertive } = openRegions();
  expect(textsIn(polite)).toEqual([]);
  act(() => announce('Sophie : bonjour'));
  const first = polite.firstChild;
  act(() => announce('Karim : salut'));
  expect(textsIn(polite)).toEqual(['Sophie : bonjour', 'Karim : salut']);
  expect(polite.firstChild).toBe(first);
  expect(first?.childNodes).toHaveLength(1);
  expect(textsIn(assertive)).toEqual([]);
  act(() => {
    vi.runAllTimers();
  });
  expect(textsIn(polite)).toEqual([]);
});

it('says the same text again, and interrupts only when asked', () => {
  const { polite, assertive } = openRegions();
  act(() => announce('Connexion rétablie'));
  act(() => announce('Connexion rétablie'));
  act(() => announce('Session terminée', 'assertive'));
  expect(textsIn(polite)).toEqual(['Connexion rétablie', 'Connexion rétablie']);
  expect(textsIn(assertive)).toEqual(['Session terminée']);
  act(() => {
    vi.runAllTimers();
  });
});
