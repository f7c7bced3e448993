import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PASSWORD } from '../../../../apps/api/test/people.ts';
import { addSecondFactor } from '../../../../apps/api/test/second-factor.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();
const NEW_PASSWORD = 'trois-cargos-verts-au-port';

test('a member who has a second factor gives it before address, password and account change, and nothing typed is lost', async () => {
  const { current } = guilde;
  const { code } = await addSecondFactor(current, await current.as('claire'));
  const { user, client, router } = await renderAs(current, 'claire', '/settings/account');
  const proof = async () => within(await screen.findByRole('dialog', { name: 'Confirme que c’est toi' }));
  const give = async () => user.type((await proof()).getByLabelText('Code à 6 chiffres'), code());

  await user.click(await screen.findByRole('button', { name: 'Changer d’adresse e-mail' }));
  const address = within(await screen.findByRole('form', { name: 'Changer d’adresse e-mail' }));
  current.clock.advance(16 * 60_000);
  await user.type(address.getByLabelText('Nouvelle adresse'), 'neuve@exemple.fr');
  await user.type(address.getByLabelText('Ton mot de passe'), PASSWORD);
  await user.click(address.getByRole('button', { name: 'Changer d’adresse' }));
  await proof();
  await user.keyboard('{Escape}');
  expect(await screen.findByText('Confirme que c’est toi pour continuer.')).toBeInTheDocument();
  expect(address.getByLabelText('Nouvelle adresse')).toHaveValue('neuve@exemple.fr');
  await user.click(address.getByRole('button', { name: 'Changer d’adresse' }));
  await give();
  expect(await screen.findByText('Lien envoyé')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Annuler ce changement' })).toBeVisible();

  current.clock.advance(16 * 60_000);
  await router.navigate('/settings/security');
  await user.click(await screen.findByRole('button', { name: 'Changer de mot de passe' }));
  const password = within(await screen.findByRole('form', { name: 'Changer de mot de passe' }));
  await user.type(password.getByLabelText('Mot de passe actuel'), PASSWORD);
  await user.type(password.getByLabelText('Nouveau mot de passe'), NEW_PASSWORD);
  await user.type(password.getByLabelText('Confirmation du mot de passe'), NEW_PASSWORD);
  await user.click(password.getByRole('button', { name: 'Changer de mot de passe' }));
  await give();
  expect(await screen.findByText('Mot de passe changé')).toBeInTheDocument();
  // The proof has ended the pending change.
  await router.navigate('/settings/account');
  await screen.findByRole('button', { name: 'Changer d’adresse e-mail' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Annuler ce changement' })).toBeNull());

  current.clock.advance(16 * 60_000);
  await router.navigate('/profile');
  await user.click(await screen.findByRole('button', { name: 'Supprimer mon compte' }));
  await user.type(await screen.findByLabelText('Ton mot de passe'), NEW_PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Supprimer définitivement' }));
  await give();
  expect(await screen.findByText('Compte supprimé')).toBeInTheDocument();
  expect((await client.get('/api/auth/account')).body).toBeNull();
});
