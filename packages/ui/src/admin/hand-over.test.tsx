import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { withSecondFactor } from '../../../../apps/api/test/second-factor.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

test('who hands the role over needs somebody with a second factor, and is at home without it', async () => {
  const claire = await guilde.current.as('claire');
  const { user, router } = await renderAs(guilde.current, 'nina', `/admin/users/${claire.id}`);
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Autres actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Passer la main' }));
    return within(await screen.findByRole('dialog', { name: /Passer la main.*Claire Martin/ }));
  };
  const dialog = await open();
  await user.type(dialog.getByLabelText(/^Motif/), 'Je pars en congé.');
  await user.click(dialog.getByRole('button', { name: 'Passer la main' }));
  expect(await screen.findByText(/doit d’abord ajouter une double vérification/)).toBeVisible();
  expect(dialog.getByLabelText(/^Motif/)).toHaveValue('Je pars en congé.');

  await withSecondFactor(guilde.current, claire);
  await user.click(dialog.getByRole('button', { name: 'Passer la main' }));
  expect(await screen.findByText('Rôle transmis')).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Administration/ })).toBeNull());
  expect((await claire.get('/api/admin/overview')).status).toBe(200);
});
