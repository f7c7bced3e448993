import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { granted } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

test('what the team asks to see is on the home page, sent in the settings, and accepted in the queue', async () => {
  const nina = await guilde.current.as('nina');
  const claire = await guilde.current.as('claire');
  const reason = 'Ta boutique ne répond plus.';
  granted(await nina.post(`/api/admin/users/${claire.id}/evidence`, { reason }));

  const home = renderWith(guilde.current, claire, '/home');
  await home.user.click(await screen.findByRole('link', { name: 'Voir la demande' }));
  expect(await screen.findByText(/^L’équipe vous demande un justificatif avant le/)).toBeVisible();
  expect(screen.getByText(reason)).toBeVisible();
  expect(screen.getByLabelText('Justificatif')).toHaveAttribute('accept', expect.stringContaining('.pdf'));
  await online();
  await claire.request('/api/evidence/file?name=kbis.pdf', { method: 'PUT', body: '%PDF-1.7' });
  expect(await screen.findByText('L’équipe a reçu votre justificatif.')).toBeVisible();
  home.unmount();

  const { user } = await renderAs(guilde.current, 'nina', '/admin?tab=queue&kind=evidence');
  await user.click(await screen.findByText('Justificatif envoyé'));
  expect(await screen.findByRole('link', { name: /^kbis\.pdf/ })).toHaveAttribute('download', 'kbis.pdf');
  await user.click(screen.getByRole('button', { name: 'Accepter le justificatif' }));
  await user.click(await screen.findByRole('button', { name: 'Accepter le justificatif' }));
  await screen.findByText('Justificatif accepté');
  expect(granted(await claire.get('/api/evidence'))).toBeNull();
});
