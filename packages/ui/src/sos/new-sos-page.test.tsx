import type { SosPage } from '@guilde/contracts/sos/rules.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { PASSWORD } from '../../../../apps/api/test/people.ts';
import { renderAs, renderWith, spoken, withGuilde } from '../../test/render.tsx';
import { useSosDrafts } from './sos-draft.ts';

const guilde = withGuilde();

beforeEach(() => useSosDrafts.setState({ byMember: {} }));

async function fill(user: UserEvent, title: string) {
  await user.click(await screen.findByRole('radio', { name: /Conversion/ }));
  await user.type(screen.getByLabelText('Titre'), title);
  await user.type(screen.getByLabelText('Description'), 'Contexte, essais, attente.');
}

const form = () => screen.getByRole('form', { name: 'Lancer un SOS' });

const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Publier le SOS' }));

async function stored(client: Client, title: string) {
  const { body } = await client.get<SosPage>(`/api/sos?scope=mine&q=${encodeURIComponent(title)}`);
  return body.items;
}

describe('a new SOS', () => {
  test('is posted once, said with « SOS créé ! », and opened', async () => {
    const { user, router, client } = await renderAs(guilde.current, 'claire', '/sos/new');
    await fill(user, 'Panier abandonné');
    await user.click(screen.getByRole('switch', { name: /urgent/i }));
    await send(user);
    expect(await screen.findByText('SOS créé !')).toBeVisible();
    const [sos] = await stored(client, 'Panier abandonné');
    expect(sos).toMatchObject({ category: 'conversion', specialties: ['cro'], isUrgent: true });
    await waitFor(() => expect(router.state.location.pathname).toBe(`/sos/${sos?.id}`));
    expect(await screen.findByText('Contexte, essais, attente.', { selector: 'span' })).toBeVisible();
    expect(useSosDrafts.getState().byMember).toEqual({});
  });

  test('that is answered on another page leaves no draft, or says there why it failed', async () => {
    const { user, router, platform } = await renderAs(guilde.current, 'claire', '/sos/new');
    const fetch = platform.fetch.bind(platform);
    const answers = { now: Promise.withResolvers<void>(), asked: 0 };
    platform.fetch = async (path, init) => {
      if (path === '/api/sos' && init?.method === 'POST') {
        answers.asked++;
        await answers.now.promise;
      }
      return fetch(path, init);
    };
    const sendAndLeave = async (count: number) => {
      await send(user);
      await waitFor(() => expect(answers.asked).toBe(count));
      await act(() => router.navigate('/home'));
    };
    await screen.findByLabelText('Titre');
    await fill(user, 'Publié en partant');
    await sendAndLeave(1);
    answers.now.reject(new TypeError('offline'));
    expect(await screen.findByText('Impossible de créer le SOS')).toBeVisible();
    answers.now = Promise.withResolvers();
    await act(() => router.navigate('/sos/new'));
    expect(await screen.findByLabelText('Titre')).toHaveValue('Publié en partant');
    await sendAndLeave(2);
    answers.now.resolve();
    expect(await screen.findByText('SOS créé !')).toBeVisible();
    expect(useSosDrafts.getState().byMember).toEqual({});
    expect(router.state.location.pathname).toBe('/home');
  });

  test('asks in the order of need: what happens, how urgent it is, then the rest', async () => {
    await renderAs(guilde.current, 'claire', '/sos/new');
    const fields = [
      await screen.findByLabelText('Titre'),
      screen.getByLabelText('Description'),
      screen.getByRole('switch', { name: 'C’est urgent' }),
      screen.getByRole('radiogroup', { name: /De quoi s’agit-il/ }),
      screen.getByText('Préciser'),
    ];
    expect(fields[2]).toHaveAccessibleDescription(/plus vite, aussi la nuit pour qui l’accepte/);
    expect(screen.getByText('Préciser').closest('details')).not.toHaveAttribute('open');
    const all = [...document.querySelectorAll('*')];
    const places = fields.map((field) => all.indexOf(field));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('begins with the category of its link, and keeps what was written', async () => {
    const first = await renderAs(guilde.current, 'claire', '/sos/new?category=sourcing');
    expect(await screen.findByRole('radio', { name: 'Sourcing' })).toBeChecked();
    await first.user.type(screen.getByLabelText('Titre'), 'Colis facturé deux fois');
    first.unmount();
    await renderAs(guilde.current, 'claire', '/sos/new?category=ads');
    expect(await screen.findByLabelText('Titre')).toHaveValue('Colis facturé deux fois');
    expect(screen.getByRole('radio', { name: 'Sourcing' })).toBeChecked();
  });

  test('takes the category that the text names until the member chooses, says so, and ticks no other thing', async () => {
    const { user } = await renderAs(guilde.current, 'claire', '/sos/new');
    const category = (name: string) => screen.getByRole('radio', { name });
    await user.type(await screen.findByLabelText('Titre'), 'Mon site affiche une erreur');
    await waitFor(() => expect(category('Technique')).toBeChecked());
    expect(screen.getByText('Proposé d’après ton texte')).toBeVisible();
    expect(spoken()).toContain('Catégorie proposée\u00a0: Technique');
    await user.click(screen.getByText('Préciser'));
    expect(screen.getAllByRole('checkbox').filter((box) => (box as HTMLInputElement).checked)).toEqual([]);
    await user.click(category('Autre'));
    expect(screen.queryByText('Proposé d’après ton texte')).toBeNull();
    await user.type(screen.getByLabelText('Description'), 'Bug sur le site.');
    expect(await within(form()).findByText('Brouillon enregistré')).toBeVisible();
    expect(category('Autre')).toBeChecked();
  });

  test('brings the specialty of its category along until others are chosen, three at most', async () => {
    const { user } = await renderAs(guilde.current, 'claire', '/sos/new');
    await user.click(await screen.findByRole('radio', { name: /Publicité/ }));
    const fold = screen.getByText('Préciser').closest('summary') as HTMLElement;
    expect(fold).toHaveTextContent('Publicité (Ads)');
    await user.click(fold);
    expect(screen.getByRole('checkbox', { name: 'Publicité (Ads)' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: /Sourcing/ }));
    expect(screen.getByRole('checkbox', { name: 'Publicité (Ads)' })).not.toBeChecked();
    expect(fold).toHaveTextContent('Sourcing');
    await user.click(screen.getByRole('checkbox', { name: 'SEO' }));
    await user.click(screen.getByRole('checkbox', { name: 'TikTok' }));
    expect(screen.getByText('3/3')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Data' })).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: /Équipe/ }));
    expect(screen.getByRole('checkbox', { name: 'Sourcing' })).toBeChecked();
  });

  test('says beside each field what is missing and goes to the first', async () => {
    const { user } = await renderAs(guilde.current, 'claire', '/sos/new');
    const title = await screen.findByLabelText('Titre');
    // A field focused together with its error is read with it, and then the error again.
    let isDrawn = false;
    const drawn = () => {
      isDrawn = true;
    };
    new MutationObserver(() => requestAnimationFrame(drawn)).observe(form(), {
      childList: true,
      subtree: true,
    });
    const focusedLater: boolean[] = [];
    title.addEventListener('focus', () => focusedLater.push(isDrawn));
    await send(user);
    await waitFor(() => expect(title).toHaveFocus());
    expect(focusedLater).toEqual([true]);
    expect(title).toHaveAccessibleDescription(/Ce champ est requis/);
    await user.type(title, 'Que faire');
    await user.type(screen.getByLabelText('Description'), 'Il se vide.');
    const category = screen.getByRole('radiogroup', { name: /De quoi s’agit-il/ });
    const first = within(category).getByRole('radio', { name: /Publicité/ });
    await send(user);
    expect(await within(category).findByText('Choisis une catégorie.')).toBeVisible();
    expect(category).toBeInvalid();
    await waitFor(() => expect(first).toHaveFocus());
    expect(first).toHaveAccessibleDescription('Choisis une catégorie.');
    // A description of the group would repeat it.
    expect(category).not.toHaveAccessibleDescription();
  });

  test('begins at its title, with the way to publish on the screen', async () => {
    await renderAs(guilde.current, 'claire', '/sos/new');
    expect(await screen.findByLabelText('Titre')).toHaveFocus();
    expect(
      within(screen.getByRole('form', { name: 'Lancer un SOS' })).getAllByRole('textbox')[0],
    ).toHaveFocus();
  });

  test('whose session ends while it is sent says so, and is there again after signing in', async () => {
    const client = await guilde.current.as('claire');
    const request: Client['request'] = async (path, init) => {
      if (init?.method === 'POST' && path === '/api/sos') client.cookies.clear();
      return client.request(path, init);
    };
    const { user, router } = renderWith(guilde.current, { ...client, request }, '/sos/new');
    await fill(user, 'Session perdue');
    await send(user);
    const notice = 'Ta session a expiré. Reconnecte-toi pour continuer. Ce que tu as écrit est enregistré.';
    expect(await screen.findByText(notice)).toBeVisible();
    expect(router.state.location.pathname).toBe('/auth');
    await user.type(screen.getByLabelText('E-mail'), client.email);
    await user.type(screen.getByLabelText('Mot de passe'), PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Se connecter' }));
    expect(await screen.findByLabelText('Titre')).toHaveValue('Session perdue');
    expect(router.state.location.pathname).toBe('/sos/new');
    expect(within(form()).getByText('Brouillon enregistré')).toBeVisible();
  });

  test('keeps a draft for its member, and can begin again', async () => {
    const first = await renderAs(guilde.current, 'claire', '/sos/new');
    await fill(first.user, 'À finir plus tard');
    expect(await within(form()).findByText('Brouillon enregistré')).toBeVisible();
    expect(spoken()).toEqual(['Brouillon enregistré']);
    // The text changes at once, because what is there is kept while somebody types slowly.
    fireEvent.change(screen.getByLabelText('Titre'), { target: { value: 'À finir plus tard encore' } });
    expect(within(form()).queryByText('Brouillon enregistré')).toBeNull();
    expect(await within(form()).findByText('Brouillon enregistré')).toBeVisible();
    expect(spoken()).toEqual(['Brouillon enregistré']);
    first.unmount();
    const { user } = await renderAs(guilde.current, 'claire', '/sos/new');
    expect(await screen.findByLabelText('Titre')).toHaveValue('À finir plus tard encore');
    expect(screen.getByRole('radio', { name: /Conversion/ })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Effacer' }));
    await user.click(await screen.findByRole('button', { name: 'Effacer le brouillon' }));
    await waitFor(() => expect(screen.getByLabelText('Titre')).toHaveValue(''));
    expect(useSosDrafts.getState().byMember).toEqual({});
  });

  test('keeps what was typed just before leaving the page', async () => {
    const { user } = await renderAs(guilde.current, 'claire', '/sos/new');
    await fill(user, 'Vite parti');
    await user.click(screen.getByRole('link', { name: 'Retour aux SOS' }));
    expect(await screen.findByRole('region', { name: 'Liste des SOS' })).toBeVisible();
    expect(Object.values(useSosDrafts.getState().byMember)[0]?.title).toBe('Vite parti');
  });

  test('whose answer is lost keeps everything, and sending again makes no second one', async () => {
    const client = await guilde.current.as('claire');
    let lost = true;
    const request: Client['request'] = async (path, init) => {
      const answer = await client.request(path, init);
      if (!lost || init?.method !== 'POST' || path !== '/api/sos') return answer;
      lost = false;
      throw new TypeError('network');
    };
    const { user } = renderWith(guilde.current, { ...client, request }, '/sos/new');
    await fill(user, 'Réponse perdue');
    await send(user);
    expect(await screen.findByText(/Impossible de créer le SOS/)).toBeVisible();
    expect(screen.getByLabelText('Titre')).toHaveValue('Réponse perdue');
    await send(user);
    expect(await screen.findByText('SOS créé !')).toBeVisible();
    expect(await stored(client, 'Réponse perdue')).toHaveLength(1);
  });
});
