import type { Account } from '@guilde/contracts/auth/rules.ts';
import { linkWith, secretsIn } from '@guilde/contracts/links.ts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { unconfirmed } from '../../../../apps/api/test/newcomers.ts';
import { PASSWORD } from '../../../../apps/api/test/people.ts';
import { linkIn } from '../../../../apps/api/test/sign-up.ts';
import { renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();
const CHOSEN = 'choisi-par-la-bonne-personne';

/** The account comes from a copied link; the path is that of the link mailed to it. */
async function signedUp(email: string) {
  const client = await unconfirmed(guilde.current, await guilde.current.as('nina'), email);
  const link = await linkIn(guilde.current, email);
  return { client, path: link.pathname + link.hash };
}

async function emailOf(client: Client) {
  return (await client.get<Account | null>('/api/auth/account')).body?.email;
}

async function choosePassword(user: UserEvent) {
  await user.type(await screen.findByLabelText('Mot de passe'), CHOSEN);
  await user.type(screen.getByLabelText('Confirmation du mot de passe'), CHOSEN);
  await user.click(screen.getByRole('button', { name: 'Confirmer et continuer' }));
}

test('where one signed up, one button confirms, signs in and leads to the wizard', async () => {
  const { client, path } = await signedUp('ines@exemple.fr');
  const { user, router } = renderWith(guilde.current, client, path);
  const button = await screen.findByRole('button', { name: 'Confirmer mon adresse' });
  expect(screen.getByText('ines@exemple.fr')).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: '/confirm', search: '', hash: '' });
  expect(await emailOf(client)).toBeUndefined();
  await user.click(button);
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile-setup'));
  expect(await emailOf(client)).toBe('ines@exemple.fr');
});

test('elsewhere a password is chosen with it; what was wrong stays in the form', async () => {
  const email = 'jade@exemple.fr';
  const { path } = await signedUp(email);
  const client = guilde.current.visitor();
  const { user, router } = renderWith(guilde.current, client, path);
  expect(await screen.findByRole('heading', { name: 'Choisis ton mot de passe' })).toBeVisible();
  expect(screen.getByLabelText('E-mail')).toHaveValue(email);
  await user.type(screen.getByLabelText('Mot de passe'), 'court');
  await user.click(screen.getByRole('button', { name: 'Confirmer et continuer' }));
  expect(await screen.findByText('Le mot de passe doit contenir au moins 8 caractères')).toBeVisible();
  expect(screen.getByText('Les mots de passe ne correspondent pas')).toBeVisible();
  expect(screen.getByLabelText('Mot de passe')).toHaveValue('court');
  await user.clear(screen.getByLabelText('Mot de passe'));
  await choosePassword(user);
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile-setup'));
  const signIn = (password: string) =>
    guilde.current.visitor().post('/api/auth/sign-in', { email, password });
  expect((await signIn(CHOSEN)).status).toBe(200);
  expect((await signIn(PASSWORD)).error.code).toBe('CREDENTIALS_INVALID');
});

test('while somebody else is signed in, the page says who, and they leave only when asked', async () => {
  const { path } = await signedUp('lou@exemple.fr');
  const karim = await guilde.current.as('karim');
  const { user, router } = renderWith(guilde.current, karim, path);
  expect(await screen.findByText('karim@exemple.fr')).toBeVisible();
  expect(screen.getByText('lou@exemple.fr')).toBeVisible();
  expect(screen.getByRole('link', { name: /Garder ma session/ })).toHaveAttribute('href', '/home');
  expect(screen.queryByLabelText('Mot de passe')).toBeNull();
  expect(await emailOf(karim)).toBe('karim@exemple.fr');
  await user.click(screen.getByRole('button', { name: 'Me déconnecter et continuer' }));
  await choosePassword(user);
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile-setup'));
  expect(await emailOf(karim)).toBe('lou@exemple.fr');
});

test('a link that was used says so to whoever is signed in, and leads on', async () => {
  const { client, path } = await signedUp('mona@exemple.fr');
  const { token } = secretsIn(await linkIn(guilde.current, 'mona@exemple.fr'));
  await client.post('/api/auth/confirm', { token });
  renderWith(guilde.current, client, path);
  expect(await screen.findByRole('heading', { name: 'Ce lien n’est plus valable' })).toBeVisible();
  expect(screen.getByText(/Ta session est ouverte avec l’adresse mona@exemple.fr/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continuer vers Guilde' })).toHaveAttribute('href', '/home');
});

test.each(['/confirm', linkWith('/confirm', { token: 'inconnu' }), '/confirm?token=inconnu'])(
  'a link that is none can be replaced: %s',
  async (path) => {
    const { user, router } = renderWith(guilde.current, guilde.current.visitor(), path);
    expect(await screen.findByText(/Ce lien de confirmation est invalide ou a expiré/)).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/confirm', search: '', hash: '' });
    await user.type(screen.getByLabelText('E-mail'), 'quelquun@exemple.fr');
    await user.click(screen.getByRole('button', { name: 'Recevoir un nouveau lien' }));
    await screen.findByText('Email envoyé !');
  },
);
