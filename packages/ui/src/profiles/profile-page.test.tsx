import type { SignedInDevice } from '@guilde/contracts/auth/rules.ts';
import type { Invitations } from '@guilde/contracts/invitations/rules.ts';
import type { Profile } from '@guilde/contracts/profiles/rules.ts';
import type { ResolvedSos } from '@guilde/contracts/ratings/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../../apps/api/test/client.ts';
import { PASSWORD, PEOPLE } from '../../../../apps/api/test/people.ts';
import { granted, openChat, postSos, sendText } from '../../../../apps/api/test/scenes.ts';
import { signUpByInvitation } from '../../../../apps/api/test/sign-up.ts';
import { online, renderAs, renderWith, spoken, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

function somebody(email: string) {
  return signUpByInvitation(guilde.current, { ...PEOPLE.hugo, email });
}

describe('one’s own profile', () => {
  test('shows what one has answered, and the way to the administration only to administrators', async () => {
    const view = await renderAs(guilde.current, 'claire', '/profile');
    expect(await screen.findByRole('heading', { name: /Claire Martin/ })).toBeVisible();
    const specialties = screen.getByRole('list', { name: 'Spécialités' });
    expect(within(specialties).getAllByRole('listitem')).toHaveLength(3);
    expect(within(screen.getByRole('main')).queryByRole('link', { name: /Administration/ })).toBeNull();
    view.unmount();
    await renderAs(guilde.current, 'nina', '/profile');
    const main = await screen.findByRole('main');
    expect(await within(main).findByRole('link', { name: /Administration/ })).toHaveAttribute(
      'href',
      '/admin',
    );
  });

  test('counts a resolution at once, and its undoing', async () => {
    const [claire, karim] = await Promise.all([guilde.current.as('claire'), guilde.current.as('karim')]);
    const { sos, conversation } = await openChat(claire, karim);
    await sendText(karim, conversation.id, 'Voici le formulaire.');
    renderWith(guilde.current, karim, '/profile');
    expect(await screen.findByText('Pas encore d’évaluation.')).toBeVisible();
    await online();
    const { resolvedAt } = granted(
      await claire.post<ResolvedSos>(`/api/ratings/resolve/${sos.id}`, { ratings: [{ memberId: karim.id }] }),
    );
    expect(await screen.findByText(/^note moyenne, 1\sévaluation$/)).toBeVisible();
    expect(screen.getByText('SOS résolu pour d’autres').nextSibling).toHaveTextContent('1');
    granted(await claire.post(`/api/ratings/undo/${sos.id}`, { resolvedAt }));
    expect(await screen.findByText('Pas encore d’évaluation.')).toBeVisible();
  });

  test('is edited in place', async () => {
    const client = await somebody('edition@exemple.fr');
    const { user } = renderWith(guilde.current, client, '/profile');
    await user.click(await screen.findByRole('button', { name: 'Modifier' }));
    const name = screen.getByLabelText('Prénom');
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText('Ce champ est requis.')).toBeVisible();
    await user.type(name, 'Hugues');
    await user.type(screen.getByLabelText(/^Bio/), 'Je vends des câbles.');
    await user.click(screen.getByRole('checkbox', { name: 'Mondial Relay' }));
    await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await screen.findByText('Profil mis à jour');
    expect(await screen.findByRole('heading', { name: /Hugues Petit/ })).toBeVisible();
    const { body } = await client.get<Profile>('/api/profile');
    expect(body).toMatchObject({
      firstName: 'Hugues',
      bio: 'Je vends des câbles.',
      carriers: ['mondial-relay'],
    });
    expect(screen.getByText('Mondial Relay')).toBeVisible();
  });

  test('keeps what another device changes while the form is open', async () => {
    const client = await somebody('entre-temps@exemple.fr');
    const { user } = renderWith(guilde.current, client, '/profile');
    await user.click(await screen.findByRole('button', { name: 'Modifier' }));
    const profile = granted(await client.get<Profile>('/api/profile'));
    granted(await client.patch('/api/profile', { ...profile, conversationsOnly: ['storeUrl'] }));
    await user.type(screen.getByLabelText(/^Bio/), 'Je vends des câbles.');
    await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await screen.findByText('Profil mis à jour');
    const kept = granted(await client.get<Profile>('/api/profile'));
    expect(kept).toMatchObject({ bio: 'Je vends des câbles.', conversationsOnly: ['storeUrl'] });
  });

  test('shows a field to the people of one’s conversations alone, if one wants it', async () => {
    const client = await somebody('discrete@exemple.fr');
    const own = renderWith(guilde.current, client, '/profile');
    await own.user.click(await screen.findByRole('button', { name: 'Modifier' }));
    const choice = screen.getByRole('combobox', { name: /^Plateforme\s: visible par$/ });
    expect(choice).toHaveDisplayValue('Vu par les membres');
    await own.user.selectOptions(choice, 'Vu par mes conversations');
    await own.user.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await screen.findByText('Profil mis à jour');
    expect(await screen.findByText('Plateforme')).toBeVisible();
    own.unmount();
    await renderAs(guilde.current, 'karim', `/profile/${client.id}`);
    expect(await screen.findByText('Secteur')).toBeVisible();
    expect(screen.queryByText('Plateforme')).toBeNull();
  });

  test('asks before a page with unsaved changes is left', async () => {
    const { user, router } = await renderAs(guilde.current, 'claire', '/profile');
    await user.click(await screen.findByRole('button', { name: 'Modifier' }));
    await user.type(screen.getByLabelText('Prénom'), 'tte');
    await user.click(screen.getAllByRole('link', { name: 'SOS' })[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Continuer à modifier' }));
    expect(screen.getByLabelText('Prénom')).toHaveValue('Clairette');
    expect(router.state.location.pathname).toBe('/profile');
  });

  test('refuses a picture that is none, or too heavy, before it is sent', async () => {
    const { user } = await renderAs(guilde.current, 'claire', '/profile');
    const input = await screen.findByLabelText('Photo de profil');
    const relaxed = Object.assign(input, { accept: '' });
    await user.upload(relaxed, new File(['texte'], 'notes.txt', { type: 'text/plain' }));
    expect(await screen.findByText('Le fichier doit être une image')).toBeVisible();
    const heavy = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'photo.png', { type: 'image/png' });
    await user.upload(relaxed, heavy);
    expect(await screen.findByText("L'image doit faire moins de 5MB")).toBeVisible();
  });
});

const vouch = () => screen.getByRole('checkbox', { name: /^Je connais ce marchand/ });

describe('invitations', () => {
  test('are sent, copied and taken back', async () => {
    const client = await somebody('parrain@exemple.fr');
    const { user, platform } = renderWith(guilde.current, client, '/profile');
    expect(await screen.findByText(/30 restantes/)).toBeVisible();
    expect(screen.getByText('Aucune invitation envoyée')).toBeVisible();
    await user.type(screen.getByLabelText('E-mail du marchand à inviter'), 'filleul@exemple.fr{Enter}');
    expect(await screen.findByText('Confirme que tu connais ce marchand.')).toBeVisible();
    await user.click(vouch());
    await user.click(screen.getByRole('button', { name: 'Inviter' }));
    await waitFor(() => expect(spoken().join()).toContain('Invitation envoyée'));
    expect(await screen.findByText(/29 restantes/)).toBeVisible();
    expect(screen.getByLabelText('E-mail du marchand à inviter')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Copier le lien' }));
    expect(await screen.findByText('Copié')).toBeVisible();
    expect(platform.copied[0]).toContain('/auth#token=');
    await user.click(screen.getByRole('button', { name: 'Supprimer l’invitation pour filleul@exemple.fr' }));
    await user.click(await screen.findByRole('button', { name: 'Supprimer' }));
    expect(await screen.findByText('Aucune invitation envoyée')).toBeVisible();
    const { body } = await client.get<Invitations>('/api/invitations');
    expect(body).toEqual({ left: 30, invitations: [] });
  });

  test('of a member, or twice the same, are refused beside the field, which keeps the address', async () => {
    await guilde.current.as('claire');
    const { user } = await renderAs(guilde.current, 'nina', '/profile');
    const field = await screen.findByLabelText('E-mail du marchand à inviter');
    await user.click(vouch());
    await user.type(field, `${PEOPLE.claire.email}{Enter}`);
    expect(await screen.findByText('Cette adresse email est déjà utilisée')).toBeVisible();
    expect(field).toHaveValue(PEOPLE.claire.email);
    await user.clear(field);
    await user.type(field, 'pas une adresse{Enter}');
    expect(await screen.findByText('Adresse email invalide')).toBeVisible();
  });

  test('appear when a window of the same member sends one', async () => {
    const client = await somebody('deux-fenetres@exemple.fr');
    renderWith(guilde.current, client, '/profile');
    await screen.findByText('Aucune invitation envoyée');
    await online();
    await client.post('/api/invitations', { vouched: true, email: 'ailleurs@exemple.fr' });
    expect(await screen.findByText('ailleurs@exemple.fr')).toBeVisible();
  });
});

describe('the merchants whom one sponsors', () => {
  test('stand by their state, who might need a word first, and lead to their pages', async () => {
    const [nina] = [await guilde.current.as('nina'), await guilde.current.as('theo')];
    const claire = await guilde.current.as('claire');
    await postSos(claire);
    const { user } = renderWith(guilde.current, nina, '/profile');
    const block = within(await screen.findByRole('region', { name: 'Marchands parrainés' }));
    const rows = () => block.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows()[0]).toMatch(/theo@exemple\.fr.*Compte créé$/);
    expect(rows()).toHaveLength(6);
    await user.click(block.getByRole('button', { name: 'Afficher la suite' }));
    await waitFor(() => expect(rows().length).toBeGreaterThan(6));
    expect(rows().at(-1)).toMatch(/Claire Martin.*A demandé ou aidé$/);
    expect(block.getByRole('link', { name: /Claire Martin/ })).toHaveAttribute(
      'href',
      `/profile/${claire.id}`,
    );
    expect(block.getByText('Comptes').nextSibling).toHaveTextContent(/\d/);
    expect(screen.queryByRole('list', { name: 'Invitations envoyées' })).toBeNull();
  });

  test('are not mentioned before the first has an account', async () => {
    renderWith(guilde.current, await guilde.current.as('claire'), '/profile');
    await screen.findByText('Aucune invitation envoyée');
    expect(screen.queryByRole('region', { name: 'Marchands parrainés' })).toBeNull();
  });
});

describe('the ways out', () => {
  test('another device is signed out', async () => {
    const client = await somebody('appareils@exemple.fr');
    const other = createClient(guilde.current.url);
    await other.post('/api/auth/sign-in', { email: client.email, password: PASSWORD });
    const { user } = renderWith(guilde.current, client, '/profile');
    expect(await screen.findByText('Cet appareil')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Déconnecter (?!les)/ }));
    await waitFor(() => expect(spoken()).toContain('Appareil déconnecté'));
    expect((await client.get<SignedInDevice[]>('/api/auth/sessions')).body).toHaveLength(1);
    expect((await other.get('/api/auth/account')).body).toBeNull();
  });

  test('logging out leads to the sign-in, which does not lead back', async () => {
    const { user, router } = renderWith(guilde.current, await somebody('sortie@exemple.fr'), '/profile');
    const [button] = await screen.findAllByRole('button', { name: 'Se déconnecter' });
    await user.click(button as HTMLElement);
    await screen.findByText('Déconnexion');
    expect(await screen.findByRole('heading', { name: 'Connexion' })).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/auth', search: '' });
  });

  test('the profile’s menu logs out too, and leads to the page that others see', async () => {
    const client = await somebody('menu@exemple.fr');
    const { user, router } = renderWith(guilde.current, client, '/profile');
    const menu = { name: 'Actions du profil' };
    await user.click(await screen.findByRole('button', menu));
    expect(await screen.findByRole('menuitem', { name: 'Voir ma page publique' })).toHaveAttribute(
      'href',
      `/profile/${client.id}`,
    );
    await user.click(screen.getByRole('menuitem', { name: 'Se déconnecter' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  });

  test('one’s data is downloaded outside of the danger zone, which signs out and deletes', async () => {
    await renderAs(guilde.current, 'claire', '/profile');
    const danger = within(await screen.findByRole('region', { name: 'Zone de danger' }));
    expect(screen.getByRole('button', { name: 'Télécharger mes données' })).toBeVisible();
    expect(danger.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Se déconnecter',
      'Supprimer mon compte',
    ]);
  });

  test('deleting the account asks for the password, then leaves nothing', async () => {
    const client = await somebody('adieu@exemple.fr');
    const { user, router } = renderWith(guilde.current, client, '/profile');
    await user.click(await screen.findByRole('button', { name: 'Supprimer mon compte' }));
    expect(await screen.findByText(/Cette action est irréversible/)).toBeVisible();
    await user.type(screen.getByLabelText('Ton mot de passe'), 'pas le bon{Enter}');
    expect(await screen.findByText('Ce mot de passe n’est pas le bon.')).toBeVisible();
    await user.clear(screen.getByLabelText('Ton mot de passe'));
    await user.type(screen.getByLabelText('Ton mot de passe'), PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Supprimer définitivement' }));
    await screen.findByText('Compte supprimé');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    const again = await createClient(guilde.current.url).post('/api/auth/sign-in', {
      email: client.email,
      password: PASSWORD,
    });
    expect(again.error.code).toBe('CREDENTIALS_INVALID');
  });
});
