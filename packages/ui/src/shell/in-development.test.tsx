import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

test.each([
  ['/deals', 'Deals groupés'],
  ['/benchmarks', 'Benchmarks anonymisés'],
  ['/events', 'Événements & Rooms'],
])('%s says what is in development, and shows a sketch that is not read', async (path, name) => {
  await renderAs(guilde.current, 'claire', path);
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(await main.findByText('En développement')).toBeVisible();
  expect(main.getByRole('heading', { level: 2, name: 'Ce que nous préparons' })).toBeVisible();
  expect(main.getAllByRole('heading', { level: 3 })).toHaveLength(3);
  expect(main.getByText(/^Cette fonctionnalité est en cours de développement/)).toBeVisible();
  const sketch = document.querySelector('main [aria-hidden] > div');
  expect(sketch).toHaveTextContent(/^$/);
});
