import { secretsIn } from '@guilde/contracts/links.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PASSWORD } from '../../../../apps/api/test/people.ts';
import { linkIn } from '../../../../apps/api/test/sign-up.ts';
import { online, renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

test('the address is changed in the settings by a link to the new one, and taken back by a link to the former', async () => {
  const { user, client, unmount } = await renderAs(guilde.current, 'claire', '/settings/account');
  const former = client.email;
  await online();
  const change = { name: 'Changer d’adresse e-mail' };
  const openForm = async () => {
    await user.click(await screen.findByRole('button', change));
    return within(await screen.findByRole('form', change));
  };
  let form = await openForm();
  const ask = async (email: string, password: string) => {
    await user.clear(form.getByLabelText('Nouvelle adresse'));
    await user.type(form.getByLabelText('Nouvelle adresse'), email);
    await user.clear(form.getByLabelText('Ton mot de passe'));
    await user.type(form.getByLabelText('Ton mot de passe'), password);
    await user.click(form.getByRole('button', { name: 'Changer d’adresse' }));
  };
  await ask('neuve@exemple.fr', 'pas le bon');
  expect(await form.findByText('Ce mot de passe n’est pas le bon.')).toBeVisible();
  await ask('nina@exemple.fr', PASSWORD);
  expect(await form.findByText('Cet email est déjà utilisé')).toBeVisible();
  await ask('neuve@exemple.fr', PASSWORD);
  expect(await screen.findByText('Lien envoyé')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('form', change)).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Annuler ce changement' }));
  await waitFor(() => expect(screen.queryByText('neuve@exemple.fr')).toBeNull());
  form = await openForm();
  expect(form.getByLabelText('Nouvelle adresse')).toHaveValue('');
  await ask('neuve@exemple.fr', PASSWORD);
  expect(await screen.findByText('neuve@exemple.fr')).toBeVisible();
  const link = await linkIn(guilde.current, 'neuve@exemple.fr');
  const { token } = secretsIn(link);
  await guilde.current.visitor().post('/api/auth/email-change/confirm', { token });
  // The page stays, with the new address and no pending change.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Annuler ce changement' })).toBeNull());
  expect(screen.getAllByText('neuve@exemple.fr')[0]).toBeVisible();
  unmount();

  const again = renderWith(guilde.current, guilde.current.visitor(), `${link.pathname}${link.hash}`);
  await again.user.click(await screen.findByRole('button', { name: 'Confirmer cette adresse' }));
  expect(await screen.findByText('Ce lien n’est plus valable, ou il a déjà servi.')).toBeVisible();
  again.unmount();

  const back = await linkIn(guilde.current, former);
  const page = renderWith(guilde.current, guilde.current.visitor(), `${back.pathname}${back.hash}`);
  await page.user.click(await screen.findByRole('button', { name: 'Reprendre mon adresse' }));
  expect(await screen.findByRole('heading', { name: 'C’est fait' })).toBeVisible();
  expect(screen.getAllByText(new RegExp(`de nouveau l’adresse ${former}`))[0]).toBeVisible();
  expect(page.router.state.location.hash).toBe('');
});
