import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

it('opened before the network is there, Guilde asks again by itself and shows the page', async () => {
  const claire = await guilde.current.as('claire');
  const { platform } = renderWith(guilde.current, claire, '/home');
  platform.line.cut = true;
  expect(await screen.findByText('Guilde ne répond pas')).toBeVisible();
  platform.line.cut = false;
  expect(await screen.findByRole('heading', { name: 'Bonjour Claire' })).toBeVisible();
});
