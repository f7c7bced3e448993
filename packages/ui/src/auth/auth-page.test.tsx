import { secretsIn } from '@guilde/contracts/links.ts';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { PASSWORD, PEOPLE, shopOf } from '../../../../apps/api/test/people.ts';
import { linkIn } from '../../../../apps/api/test/sign-up.ts';
import { renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();
const { claire } = PEOPLE;

async function typeEmail(user: UserEvent, email: string) {
  await user.type(await screen.findByLabelText('E-mail'), email);
}

async function signIn(user: UserEvent, email: string, password: string) {
  await typeEmail(user, email);
  await user.type(screen.getByLabelText('Mot de passe'), password);
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
}

describe('signing in', () => {
  test('leads to the page that asked for it', async () => {
    await guilde.current.as('claire');
    const { user, router } = await renderAs(guilde.current, 'visitor', '/sos?status=resolved');
    await signIn(user, '  Claire@Exemple.FR ', PASSWORD);
    await screen.findByText('Connexion réussie');
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/sos', search: '?status=resolved' }),
    );
  });

  test.each(['//ailleurs.example/x', '/%09/ailleurs.example', '/%5Cailleurs.example', 'javascript:alert(1)'])(
    'never leads to another site: %s',
    async (from) => {
      await guilde.current.as('claire');
      const { user, router } = await renderAs(guilde.current, 'visitor', `/auth?from=${from}`);
      await signIn(user, claire.email, PASSWORD);
      await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    },
  );

  test('can be asked for once an address and a password are there', async () => {
    const { user } = await renderAs(guilde.current, 'visitor', '/auth');
    const button = await screen.findByRole('button', { name: 'Se connecter' });
    expect(button).toBeDisabled();
    await typeEmail(user, 'claire@exemple');
    await user.type(screen.getByLabelText('Mot de passe'), 'x');
    expect(button).toBeDisabled();
    await user.type(screen.getByLabelText('E-mail'), '.fr');
    expect(button).toBeEnabled();
  });

  test('keeps what was typed when it is refused, and can show the password', async () => {
    const { user } = await renderAs(guilde.current, 'visitor', '/auth');
    await signIn(user, claire.email, 'pas le bon');
    await screen.findByText('Erreur de connexion');
    // The toast disappears, the text at the field stays.
    expect(await screen.findAllByText('Email ou mot de passe incorrect')).toHaveLength(2);
    expect(screen.getByLabelText('Mot de passe')).toHaveAccessibleDescription(
      /^Email ou mot de passe incorrect/,
    );
    expect(screen.getByLabelText('E-mail')).toHaveValue(claire.email);
    await user.click(screen.getByRole('button', { name: 'Afficher le mot de passe' }));
    expect(screen.getByLabelText('Mot de passe')).toHaveAttribute('type', 'text');
    expect(screen.getByLabelText('Mot de passe')).toHaveValue('pas le bon');
  });

  test('of an unconfirmed address is refused, with another confirmation mail on offer', async () => {
    const email = 'pas-encore@exemple.fr';
    const nina = await guilde.current.as('nina');
    const { body } = await nina.post<{ id: string }>('/api/invitations', { vouched: true, email });
    const link = await nina.post<{ url: string }>(`/api/invitations/${body.id}/link`);
    const { token } = secretsIn(new URL(link.body.url));
    await guilde.current
      .visitor()
      .post('/api/auth/sign-up', { token, email, password: PASSWORD, ...shopOf(email) });
    const { user } = await renderAs(guilde.current, 'visitor', '/auth');
    await signIn(user, email, PASSWORD);
    await screen.findByText('Vérifie ton email pour confirmer ton compte');
    const before = (await guilde.current.mails()).length;
    await user.click(screen.getByRole('button', { name: 'Renvoyer l’e-mail de confirmation' }));
    await screen.findByText('Email envoyé !');
    await waitFor(async () => expect(await guilde.current.mails()).toHaveLength(before + 1));
    expect(screen.getByRole('button', { name: /Renvoyer dans/ })).toBeDisabled();
  });

  test('is not asked of somebody who is signed in', async () => {
    const { router } = await renderAs(guilde.current, 'claire', '/auth?from=/sos');
    await waitFor(() => expect(router.state.location.pathname).toBe('/sos'));
  });
});

describe('the other ways in', () => {
  test('a code by e-mail is for members only', async () => {
    const { user } = await renderAs(guilde.current, 'visitor', '/auth?mode=code');
    await typeEmail(user, 'inconnue@exemple.fr');
    await user.click(screen.getByRole('button', { name: 'Recevoir le code' }));
    await screen.findByText("Oups ! Tu n'es pas encore membre.");
    await screen.findByText('Aucun compte trouvé avec cet email');
    expect(screen.getByLabelText('E-mail')).toHaveValue('inconnue@exemple.fr');
  });

  test('a code by e-mail signs in as soon as it is complete', async () => {
    await guilde.current.as('claire');
    const { user, router } = await renderAs(guilde.current, 'visitor', '/auth?mode=code&from=/sos');
    await typeEmail(user, claire.email);
    await user.click(screen.getByRole('button', { name: 'Recevoir le code' }));
    await screen.findByText('Code envoyé !');
    const mail = (await guilde.current.mails()).findLast(({ to }) => to === claire.email);
    const code = mail?.text.match(/\b\d{6}\b/)?.[0] ?? '';
    const wrong = code === '111111' ? '222222' : '111111';
    const field = await screen.findByLabelText('Code à 6 chiffres');
    await user.type(field, wrong);
    await screen.findByText('Code incorrect');
    await user.clear(field);
    await user.type(field, `${code.slice(0, 3)} ${code.slice(3)}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/sos'));
  });

  test('a code whose answer nobody expected is said to have failed for an unknown reason', async () => {
    const client = guilde.current.visitor();
    const request: Client['request'] = (path, init) =>
      path === '/api/auth/code' ? Promise.resolve(new Response('<html>')) : client.request(path, init);
    const { user } = renderWith(guilde.current, { ...client, request }, '/auth?mode=code');
    await typeEmail(user, claire.email);
    await user.click(screen.getByRole('button', { name: 'Recevoir le code' }));
    expect(await screen.findByText('Erreur inconnue')).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveValue(claire.email);
  });

  test('the back office says that it looks up what the account may do', async () => {
    const client = await guilde.current.as('nina');
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const request: Client['request'] = async (path, init) => {
      if (path === '/api/auth/account') await answered;
      return client.request(path, init);
    };
    renderWith(guilde.current, { ...client, request }, '/admin');
    expect(await screen.findByText('Vérification des permissions...')).toBeVisible();
    answer();
    expect(await screen.findByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();
  });

  test('a link that is opened while a page still asks who it is for is not lost to the sign-in', async () => {
    const client = guilde.current.visitor();
    const refusal = await client.request('/api/auth/account');
    const asked = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const request: Client['request'] = async (path, init) => {
      if (path !== '/api/auth/account') return client.request(path, init);
      asked.resolve();
      await answered;
      return refusal.clone();
    };
    const { platform } = renderWith(guilde.current, { ...client, request }, '/home');
    await asked.promise;
    act(() => platform.navigate('/terms'));
    answer();
    expect(await screen.findByRole('heading', { level: 1, name: /^Conditions/ })).toBeVisible();
  });

  test('the address typed follows from one mode to the next', async () => {
    const { user } = await renderAs(guilde.current, 'visitor', '/auth');
    await typeEmail(user, claire.email);
    await user.click(screen.getByRole('link', { name: /Mot de passe oublié/ }));
    expect(await screen.findByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveValue(claire.email);
  });

  test('a link with an invitation leads to the invitation', async () => {
    const { router } = await renderAs(guilde.current, 'visitor', '/auth?token=inconnu');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

describe('a new password', () => {
  test('is chosen through the link of the mail, which leaves the address bar, and leads back to the sign-in', async () => {
    const lucie = await guilde.current.as('lucie');
    const asking = await renderAs(guilde.current, 'visitor', '/auth?mode=reset');
    await typeEmail(asking.user, lucie.email);
    await asking.user.click(screen.getByRole('button', { name: 'Envoyer le lien' }));
    await screen.findByText('Email envoyé !');
    asking.unmount();

    const link = await linkIn(guilde.current, lucie.email);
    const path = link.pathname + link.hash;
    const { user, router } = await renderAs(guilde.current, 'visitor', path);
    const password = await screen.findByLabelText('Nouveau mot de passe');
    expect(router.state.location).toMatchObject({ search: '', hash: '' });
    const button = screen.getByRole('button', { name: 'Mettre à jour le mot de passe' });
    expect(button).toBeDisabled();
    const confirmation = screen.getByLabelText('Confirmation du mot de passe');
    await user.type(password, 'court');
    await user.type(confirmation, 'courte');
    await user.tab();
    expect(await screen.findByText('Les mots de passe ne correspondent pas')).toBeVisible();
    expect(button).toBeDisabled();
    await user.type(confirmation, '{Backspace}');
    await user.click(button);
    await screen.findByText('Mot de passe trop court');
    await screen.findByText('Le mot de passe doit contenir au moins 8 caractères');
    await user.type(password, ' mais plus maintenant');
    await user.type(confirmation, ' mais plus maintenant');
    await user.click(button);
    await screen.findByText('Votre mot de passe a été mis à jour avec succès');
    expect(
      await screen.findByText('Mot de passe mis à jour ! Vous pouvez maintenant vous connecter.'),
    ).toBeVisible();
    expect(router.state.location.pathname).toBe('/auth');
  });

  test('needs a link that holds', async () => {
    const { router } = await renderAs(guilde.current, 'visitor', '/reset-password?token=inconnu');
    expect(await screen.findByText('Lien invalide')).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/auth', search: '' });
  });

  test('needs a link that holds also of whoever is signed in', async () => {
    const { router } = await renderAs(guilde.current, 'claire', '/reset-password#token=inconnu');
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    expect(await screen.findByText('Lien invalide')).toBeVisible();
  });

  test('needs a link at all', async () => {
    const { router } = await renderAs(guilde.current, 'visitor', '/reset-password');
    expect(await screen.findByText('Session expirée')).toBeVisible();
    expect(router.state.location.pathname).toBe('/auth');
  });
});
