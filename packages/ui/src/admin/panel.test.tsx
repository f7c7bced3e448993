import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde({ cast: ['nina', 'claire', 'karim'] });

test('a reason that was given up about one member is not proposed for the next', async () => {
  const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  const { user, router } = await renderAs(guilde.current, 'nina', `/admin/users/${claire.id}`);
  const panel = async (name: string) => within(await screen.findByRole('dialog', { name }));
  const warn = async (name: string) => {
    await user.click(await (await panel(name)).findByRole('button', { name: 'Autres actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Avertir' }));
    return within(await screen.findByRole('dialog', { name: new RegExp(`^Avertir ${name}`) }));
  };
  await (await panel('Claire Martin')).findByText('Aucune bio');
  await act(() => router.navigate(`/admin/users/${karim.id}`));
  const first = await warn('Karim Benali');
  await user.type(first.getByLabelText('Motif'), 'Karim a insulté Claire.');
  await user.click(first.getByRole('button', { name: 'Annuler' }));
  await act(() => router.navigate(`/admin/users/${claire.id}`));
  expect((await warn('Claire Martin')).getByLabelText('Motif')).toHaveValue('');
});

test('notes that could not be loaded are not taken for none', async () => {
  const karim = await guilde.current.as('karim');
  const { platform, router } = await renderAs(guilde.current, 'nina', '/admin/users');
  await screen.findByRole('table', { name: 'Utilisateurs' });
  const fetch = platform.fetch.bind(platform);
  platform.fetch = (path, init) =>
    path.endsWith('/notes') ? Promise.reject(new TypeError('offline')) : fetch(path, init);
  await act(() => router.navigate(`/admin/users/${karim.id}`));
  expect(await screen.findByText('Impossible de charger les notes')).toBeVisible();
});
