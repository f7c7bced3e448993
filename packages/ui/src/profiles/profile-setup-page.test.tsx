import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { PEOPLE } from '../../../../apps/api/test/people.ts';
import { postSos } from '../../../../apps/api/test/scenes.ts';
import { signUpByInvitation } from '../../../../apps/api/test/sign-up.ts';
import { renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();
let newcomers = 0;

/** The account has no answer yet. */
function newcomer(): Promise<Client> {
  newcomers += 1;
  return signUpByInvitation(guilde.current, { ...PEOPLE.theo, email: `nouveau${newcomers}@exemple.fr` });
}

const next = () => screen.getByRole('button', { name: 'Continuer' });

async function answerFirstSteps(user: UserEvent) {
  await user.type(await screen.findByLabelText('Prénom'), 'Inès');
  await user.type(screen.getByLabelText('Nom'), 'Caron{Enter}');
  await user.type(await screen.findByLabelText('Nom de la boutique'), 'Le Comptoir');
  await user.clear(screen.getByLabelText('Adresse web'));
  await user.type(screen.getByLabelText('Adresse web'), 'lecomptoir.fr{Enter}');
  await screen.findByText('Étape 3 sur 6');
}

describe('the six steps', () => {
  test('lead from an account to an official member', async () => {
    const client = await newcomer();
    const claire = await guilde.current.as('claire');
    await postSos(claire, { title: 'Trafic en chute après une refonte', specialties: ['seo'] });
    await postSos(claire, { title: 'Compte TikTok bloqué', specialties: ['tiktok'] });
    const { user, router } = renderWith(guilde.current, client, '/home');
    expect(await screen.findByText('Étape 1 sur 6')).toBeVisible();
    expect(screen.getByText('17 %')).toBeVisible();
    expect(next()).toBeDisabled();
    await answerFirstSteps(user);
    await user.click(screen.getByRole('radio', { name: 'Shopify' }));
    await user.click(screen.getByRole('checkbox', { name: 'PayPal' }));
    await user.click(next());
    await user.click(await screen.findByRole('radio', { name: 'Mode' }));
    await user.click(next());
    await user.click(await screen.findByRole('radio', { name: 'De 50 à 500' }));
    expect(next()).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: 'SEO' }));
    await user.click(next());

    const finish = await screen.findByRole('button', { name: 'Finaliser' });
    await user.click(screen.getByRole('checkbox', { name: 'SEO' }));
    await user.click(screen.getByRole('checkbox', { name: 'Marque' }));
    expect(finish).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Logistique' }));
    expect(screen.getByText('3/3')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'TikTok' })).toBeDisabled();
    await user.click(finish);

    await screen.findByText('Profil créé !');
    expect(await screen.findByText('Membre Officiel')).toBeVisible();
    expect(router.state.location.pathname).toBe('/profile-completed');
    const { body } = await client.get<Profile>('/api/profile');
    expect(body).toMatchObject({
      firstName: 'Inès',
      storeUrl: 'https://lecomptoir.fr',
      cms: 'shopify',
      payments: ['paypal'],
    });
    expect(body.specialties).toHaveLength(3);
    const helpable = await screen.findByRole('region', { name: 'Tu peux déjà aider' });
    expect(within(helpable).getByRole('link', { name: 'Trafic en chute après une refonte' })).toBeVisible();
    expect(within(helpable).queryByText('Compte TikTok bloqué')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Commencer' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  });

  test('keep every answer when one goes back, by the button or by the browser', async () => {
    const { user, router } = renderWith(guilde.current, await newcomer(), '/profile-setup');
    await answerFirstSteps(user);
    await user.click(screen.getByRole('radio', { name: 'Magento' }));
    await user.click(screen.getByRole('button', { name: 'Retour' }));
    expect(await screen.findByLabelText('Nom de la boutique')).toHaveValue('Le Comptoir');
    await router.navigate(-1);
    expect(await screen.findByLabelText('Prénom')).toHaveValue('Inès');
    await user.click(next());
    await screen.findByLabelText('Nom de la boutique');
    await user.click(next());
    expect(await screen.findByRole('radio', { name: 'Magento' })).toBeChecked();
  });

  test('go on at the first one without an answer on another device', async () => {
    const client = await newcomer();
    const first = renderWith(guilde.current, client, '/profile-setup');
    await answerFirstSteps(first.user);
    first.unmount();
    renderWith(guilde.current, client, '/profile-setup?step=6');
    expect(await screen.findByText('Étape 3 sur 6')).toBeVisible();
  });

  test('say what is wrong with an answer once its field is left', async () => {
    const { user } = renderWith(guilde.current, await newcomer(), '/profile-setup');
    await user.type(await screen.findByLabelText('Prénom'), 'Inès');
    await user.type(screen.getByLabelText('Nom'), 'Caron{Enter}');
    await user.type(await screen.findByLabelText('Adresse web'), 'pas une adresse');
    expect(screen.queryByText('Cette adresse web n’est pas valable.')).toBeNull();
    await user.tab();
    expect(await screen.findByText('Cette adresse web n’est pas valable.')).toBeVisible();
    expect(next()).toBeDisabled();
  });

  test('keep what was typed when the server does not answer', async () => {
    const { user, platform } = renderWith(guilde.current, await newcomer(), '/profile-setup');
    await user.type(await screen.findByLabelText('Prénom'), 'Inès');
    await user.type(screen.getByLabelText('Nom'), 'Caron');
    const offline = vi.spyOn(platform, 'fetch').mockRejectedValue(new TypeError('offline'));
    await user.click(next());
    await screen.findByText(/^Impossible de sauvegarder les modifications/);
    expect(screen.getByLabelText('Nom')).toHaveValue('Caron');
    offline.mockRestore();
    await user.click(next());
    expect(await screen.findByText('Étape 2 sur 6')).toBeVisible();
  });

  test('can be left before the first one, which signs out', async () => {
    const { user, router } = renderWith(guilde.current, await newcomer(), '/profile-setup');
    await user.click(await screen.findByRole('button', { name: 'Se déconnecter' }));
    await screen.findByText('À bientôt');
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/auth', search: '' }));
    expect(await screen.findByRole('heading', { name: 'Connexion' })).toBeVisible();
  });

  test('are behind a member whose profile is complete', async () => {
    const { router } = renderWith(guilde.current, await guilde.current.as('claire'), '/profile-setup');
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile-completed'));
  });
});
