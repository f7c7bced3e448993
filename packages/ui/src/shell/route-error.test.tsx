import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { RouteError } from './route-error.tsx';

test('a screen that breaks says so in French, and the English words that stand beside it are English', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('broken');
  };
  const routes = [{ path: '/', element: <Broken />, errorElement: <RouteError /> }];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
  expect(await screen.findByRole('heading', { name: /^Cette page n’a pas pu s’afficher/ })).toBeVisible();
  expect(screen.getByText('Unexpected Application Error!')).toHaveAttribute('lang', 'en');
  expect(screen.getByRole('button', { name: 'Recharger' })).toBeVisible();
});
