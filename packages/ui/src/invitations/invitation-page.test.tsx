import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { PASSWORD, sirenOf } from '../../../../apps/api/test/people.ts';
import { linkIn } from '../../../../apps/api/test/sign-up.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';
import { timeLeft } from './time-left.ts';

const guilde = withGuilde();

/** Returns the link of the mail and the one that nina would copy. */
async function invite(email: string) {
  const nina = await guilde.current.as('nina');
  const { body } = await nina.post<{ id: string }>('/api/invitations', { vouched: true, email });
  const mailed = await linkIn(guilde.current, email);
  const copied = await nina.post<{ url: string }>(`/api/invitations/${body.id}/link`);
  return { mailed: mailed.pathname + mailed.hash, copied: new URL(copied.body.url).hash };
}

describe('an invitation', () => {
  test('says who invites and for which address, and leaves no secret in the address bar', async () => {
    const { mailed } = await invite('ines@exemple.fr');
    const { router } = await renderAs(guilde.current, 'visitor', mailed);
    expect(await screen.findByText('Nina Roche')).toBeVisible();
    expect(screen.getByText(/Maison Roche, te parraine/)).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveValue('ines@exemple.fr');
    const consent = within(screen.getByText(/En créant ton compte/));
    expect(consent.getByRole('link', { name: /^conditions d’utilisation/ })).toHaveAttribute(
      'href',
      '/terms',
    );
    expect(consent.getByRole('link', { name: /^politique de confidentialité/ })).toHaveAttribute(
      'href',
      '/privacy',
    );
    expect(router.state.location).toMatchObject({ pathname: '/invitation', search: '', hash: '' });
  });

  test('with its secrets in the query works and leaves the address bar too', async () => {
    const { mailed } = await invite('ivan@exemple.fr');
    const { router } = await renderAs(guilde.current, 'visitor', mailed.replace('#', '?'));
    expect(await screen.findByLabelText('E-mail')).toHaveValue('ivan@exemple.fr');
    expect(router.state.location).toMatchObject({ pathname: '/invitation', search: '', hash: '' });
  });

  test('from the mail makes a member at once, who is welcomed by the sponsor’s name', async () => {
    const { mailed } = await invite('jade@exemple.fr');
    const { user, router } = await renderAs(guilde.current, 'visitor', mailed);
    await user.type(await screen.findByLabelText('Mot de passe'), PASSWORD);
    await user.type(screen.getByLabelText('Confirmation du mot de passe'), PASSWORD);
    await user.type(screen.getByLabelText('SIREN'), sirenOf('jade@exemple.fr'));
    await user.type(screen.getByLabelText('Adresse de ta boutique'), 'boutique.exemple.fr');
    await user.click(screen.getByRole('button', { name: 'Créer mon compte' }));
    await screen.findByText('Compte créé !');
    expect(await screen.findByRole('heading', { name: 'Bienvenue sur Guilde' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/welcome');
    expect(screen.getByText('Nina Roche')).toBeVisible();
    expect(screen.getByText(/bloqué tant que ton profil n’est pas complet/)).toBeVisible();
    expect(screen.getByText('30 invitations')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Compléter mon profil' }));
    expect(await screen.findByText('Étape 1 sur 6')).toBeVisible();
  });

  test('from a copied link asks for the confirmation of the address', async () => {
    const { copied } = await invite('lou@exemple.fr');
    const { user } = await renderAs(guilde.current, 'visitor', `/auth${copied}`);
    await user.type(await screen.findByLabelText('Mot de passe'), PASSWORD);
    await user.type(screen.getByLabelText('Confirmation du mot de passe'), PASSWORD);
    await user.type(screen.getByLabelText('SIREN'), sirenOf('lou@exemple.fr'));
    await user.type(screen.getByLabelText('Adresse de ta boutique'), 'boutique.exemple.fr');
    await user.click(screen.getByRole('button', { name: 'Créer mon compte' }));
    expect(await screen.findByRole('heading', { name: 'Vérifie ta boîte de réception' })).toBeVisible();
    await screen.findByText('Confirme ton adresse e-mail, puis complète ton profil.');
    expect(screen.getByText('lou@exemple.fr')).toBeVisible();
    expect((await linkIn(guilde.current, 'lou@exemple.fr')).pathname).toContain('/confirm');
  });

  test('says beside each field what is wrong, and keeps what was typed', async () => {
    const { mailed } = await invite('mila@exemple.fr');
    const { user } = await renderAs(guilde.current, 'visitor', mailed);
    const email = await screen.findByLabelText('E-mail');
    await user.clear(email);
    await user.type(email, 'autre@exemple.fr');
    await user.type(screen.getByLabelText('Mot de passe'), 'court');
    await user.type(screen.getByLabelText('Confirmation du mot de passe'), 'autre');
    await user.click(screen.getByRole('button', { name: 'Créer mon compte' }));
    expect(await screen.findByText("L'email doit correspondre à celui de l'invitation")).toBeVisible();
    expect(screen.getByText('Le mot de passe doit contenir au moins 8 caractères')).toBeVisible();
    expect(screen.getByText('Les mots de passe ne correspondent pas')).toBeVisible();
    await waitFor(() => expect(email).toHaveFocus());
    expect(screen.getByLabelText('Mot de passe')).toHaveValue('court');
  });

  test.each(['/invitation', '/invitation?token=inconnue'])(
    'that is none leads to the landing: %s',
    async (path) => {
      const { router } = await renderAs(guilde.current, 'visitor', path);
      await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/', search: '' }));
    },
  );

  test('tells a member whose it is and for whom, and keeps the session', async () => {
    const { mailed } = await invite('nora@exemple.fr');
    const { user, router } = await renderAs(guilde.current, 'claire', mailed);
    expect(await screen.findByRole('heading', { name: 'Ta session est déjà ouverte' })).toBeVisible();
    expect(screen.getByText(/^Tu utilises Guilde/)).toHaveTextContent('claire@exemple.fr');
    expect(screen.getByText(/^L’invitation/)).toHaveTextContent(
      'L’invitation de Nina Roche est pour nora@exemple.fr. Elle crée un autre compte.',
    );
    await user.click(screen.getByRole('link', { name: 'Continuer vers Guilde' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  });

  test('is accepted after signing out', async () => {
    const { mailed } = await invite('olga@exemple.fr');
    const { user, router } = await renderAs(guilde.current, 'karim', mailed);
    await user.click(await screen.findByRole('button', { name: 'Me déconnecter et l’accepter' }));
    expect(await screen.findByLabelText('E-mail')).toHaveValue('olga@exemple.fr');
    expect(router.state.location).toMatchObject({ pathname: '/invitation', search: '', hash: '' });
  });

  test('that one has sent oneself offers no signing out', async () => {
    const { mailed } = await invite('rosa@exemple.fr');
    await renderAs(guilde.current, 'nina', mailed);
    expect(await screen.findByText(/^Tu as envoyé cette invitation/)).toHaveTextContent('rosa@exemple.fr');
    expect(screen.queryByRole('button', { name: /déconnecter/ })).toBeNull();
  });

  test('that is none is said to a member', async () => {
    await renderAs(guilde.current, 'claire', '/invitation?token=inconnue');
    expect(await screen.findByRole('heading', { name: 'Cette invitation n’est plus valable' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /déconnecter/ })).toBeNull();
  });
});

test('the page about invitations shows the way in and the way back', async () => {
  await renderAs(guilde.current, 'visitor', '/invitation-info');
  expect(await screen.findByRole('link', { name: 'Connexion membre' })).toHaveAttribute('href', '/auth');
  expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toHaveAttribute('href', '/');
  await waitFor(() => expect(document.title).toBe('Inscription sur invitation · Guilde'));
});

test.each([
  ['2026-11-24T09:00:00Z', 'Valable encore 7\u00a0jours'],
  ['2026-11-18T10:00:00Z', 'Valable encore 2\u00a0jours'],
  ['2026-11-17T14:30:00Z', 'Expire dans 5\u00a0heures'],
  ['2026-11-17T09:30:00Z', 'Expire dans moins d’une heure'],
  ['2026-11-17T09:00:00Z', 'Expirée'],
])('at nine on the 17th, an invitation until %s says « %s »', (expiresAt, text) => {
  expect(timeLeft(expiresAt, Date.parse('2026-11-17T09:00:00Z'))).toBe(text);
});
