import { randomUUID } from 'node:crypto';
import type { SosDetail } from '@guilde/contracts/sos/rules.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PersonName } from '../../../../apps/api/test/people.ts';
import { granted, join, openChat, postSos } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

afterEach(() => void vi.restoreAllMocks());

const description = 'Tout est dit là : https://exemple.fr/aide';

const pane = () => within(screen.getByRole('region', { name: 'Détail du SOS' }));

const linkOf = (name: string) => screen.findByRole('link', { name });

describe('the detail', () => {
  test('shows beside the list what still needs help, which counts as no look at it', async () => {
    const zoe = await guilde.current.as('zoe');
    await postSos(await guilde.current.as('lucie'), { title: 'Le mien d’abord', isUrgent: true });
    const other = await postSos(zoe, { title: 'Tunnel cassé', description, isUrgent: true });
    await postSos(await guilde.current.as('lucie'), { title: 'Encore le mien', isUrgent: true });
    const { router } = await renderAs(guilde.current, 'lucie', '/sos');
    const pane = within(await screen.findByRole('region', { name: 'Détail du SOS' }));
    expect(await pane.findByRole('heading', { name: 'Tunnel cassé' })).toBeVisible();
    expect(await pane.findByRole('link', { name: 'https://exemple.fr/aide' })).toBeVisible();
    expect(await linkOf('Tunnel cassé')).toHaveAttribute('aria-current', 'true');
    expect(router.state.location.pathname).toBe('/sos');
    expect(pane.queryByRole('link', { name: 'Retour à la liste' })).toBeNull();
    expect((await zoe.get<SosDetail>(`/api/sos/${other.id}`)).body.viewsCount).toBe(0);
  });

  test('takes the focus when it is opened, and Escape gives it back to the card', async () => {
    const { user, router } = await renderAs(guilde.current, 'hugo', '/sos');
    const link = await linkOf('Tunnel cassé');
    act(() => link.focus());
    await user.keyboard('{Enter}');
    const pane = within(await screen.findByRole('region', { name: 'Détail du SOS' }));
    await waitFor(() => expect(pane.getByRole('heading', { name: 'Tunnel cassé' })).toHaveFocus());
    await user.type(screen.getByRole('searchbox'), 'tunnel{Escape}');
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(router.state.location.pathname).toMatch(/^\/sos\/.+/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/sos'));
    expect(await linkOf('Tunnel cassé')).toHaveFocus();
    expect(await screen.findByText('Choisis un SOS pour le lire')).toBeVisible();
  });

  test('leaves Escape to the menu and the dialog on top of it', async () => {
    const sos = await postSos(await guilde.current.as('claire'), { title: 'Échappée' });
    const { user, router } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    await user.click(await screen.findByRole('button', { name: 'Autres actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Fermer sans résolution' }));
    await screen.findByRole('alertdialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(router.state.location.pathname).toBe(`/sos/${sos.id}`);
  });

  test('tells its requester what happens until somebody replies', async () => {
    const claire = await guilde.current.as('claire');
    const sos = await postSos(claire, { title: 'Et maintenant', specialties: ['logistics'] });
    await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    const waiting = within(await screen.findByRole('region', { name: 'En attente d’une première réponse' }));
    expect(waiting.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Inviter quelqu’un à aider',
    ]);
    expect(screen.queryByRole('button', { name: 'Marquer comme résolu' })).toBeNull();
    await join(await guilde.current.as('karim'), sos.id);
    expect(await screen.findByRole('button', { name: 'Marquer comme résolu' })).toBeEnabled();
    expect(screen.queryByText('En attente d’une première réponse')).toBeNull();
  });

  test('opens in place, counts one view, links addresses, and goes back to the same list', async () => {
    const paul = await guilde.current.as('paul');
    const sos = await postSos(paul, {
      title: 'Transporteur en grève',
      description,
      specialties: ['logistics'],
    });
    const { user, router } = await renderAs(guilde.current, 'lucie', '/sos?specialty=logistics');
    await user.click(await screen.findByRole('link', { name: 'Transporteur en grève' }));
    const pane = within(await screen.findByRole('region', { name: 'Détail du SOS' }));
    expect(await pane.findByRole('link', { name: 'https://exemple.fr/aide' })).toBeVisible();
    expect(pane.queryByText(/\svue/)).toBeNull();
    await waitFor(() => expect(document.title).toBe('Transporteur en grève · Guilde'));
    expect(router.state.location.pathname).toBe(`/sos/${sos.id}`);
    await user.click(pane.getByRole('link', { name: 'Retour à la liste' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/sos'));
    expect(router.state.location.search).toBe('?specialty=logistics');
    await user.click(screen.getByRole('link', { name: 'Transporteur en grève' }));
    expect(await screen.findByText('Qui aide')).toBeVisible();
    const { body } = await paul.get<SosDetail>(`/api/sos/${sos.id}`);
    expect(body.viewsCount).toBe(1);
  });

  test('says that an SOS does not exist, inside the pane', async () => {
    await postSos(await guilde.current.as('zoe'), { title: 'Colis égarés' });
    await renderAs(guilde.current, 'lucie', `/sos/${randomUUID()}`);
    expect(await screen.findByText('Ce SOS est introuvable')).toBeVisible();
    expect(await linkOf('Colis égarés')).toBeVisible();
  });

  test('the first reply opens the conversation and leads to the chat', async () => {
    const claire = await guilde.current.as('claire');
    const sos = await postSos(claire, { title: 'Facture contestée' });
    const { user, router } = await renderAs(guilde.current, 'karim', `/sos/${sos.id}`);
    await user.click(await screen.findByRole('button', { name: 'Répondre' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/chat'));
    expect(router.state.location.search).toBe(`?sos=${sos.id}`);
    const { body } = await claire.get<SosDetail>(`/api/sos/${sos.id}`);
    expect(body).toMatchObject({ status: 'in_progress', helpers: [{ firstName: 'Karim' }] });
  });

  test('follows live how seats are taken, from « Rejoindre » to « Complet » with the reason', async () => {
    const claire = await guilde.current.as('claire');
    const sos = await postSos(claire, { title: 'Cinq chaises' });
    await renderAs(guilde.current, 'lucie', `/sos/${sos.id}`);
    expect(await screen.findByRole('button', { name: 'Répondre' })).toBeEnabled();
    await online();
    const reply = async (name: PersonName) => join(await guilde.current.as(name), sos.id);
    await reply('karim');
    expect(await screen.findByRole('button', { name: /Rejoindre \(3\splaces libres\)/ })).toBeEnabled();
    await reply('zoe');
    await reply('paul');
    expect(await screen.findByRole('button', { name: /Rejoindre \(1\splace libre\)/ })).toBeEnabled();
    await reply('hugo');
    const full = await screen.findByRole('button', { name: 'Complet' });
    expect(full).toBeDisabled();
    expect(full).toHaveAccessibleDescription(/complète/);
    expect(within(screen.getByRole('region', { name: 'Qui aide' })).getByText('Complet')).toBeVisible();
  });

  test('whoever helps opens the chat, and can give the seat back', async () => {
    const claire = await guilde.current.as('claire');
    const sos = await postSos(claire, { title: 'Place à rendre' });
    await join(await guilde.current.as('hugo'), sos.id);
    const { user } = await renderAs(guilde.current, 'hugo', `/sos/${sos.id}`);
    expect(await screen.findByRole('link', { name: 'Ouvrir le chat' })).toHaveAttribute(
      'href',
      `/chat?sos=${sos.id}`,
    );
    await user.click(screen.getByRole('button', { name: 'Autres actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Quitter la conversation' }));
    await user.click(await screen.findByRole('button', { name: 'Quitter la conversation' }));
    expect(await screen.findByRole('button', { name: /Rejoindre \(4\splaces libres\)/ })).toBeEnabled();
    granted(await claire.post(`/api/sos/${sos.id}/close`));
    expect(await screen.findByText('Personne n’aidait à la fin.')).toBeVisible();
  });

  test('what the team closed offers no way back but the team’s, in the SOS and in its chat', async () => {
    const [claire, nina] = [await guilde.current.as('claire'), await guilde.current.as('nina')];
    const { sos } = await openChat(claire, await guilde.current.as('hugo'));
    vi.spyOn(Date, 'now').mockImplementation(() => guilde.current.clock.now());
    await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    expect(await screen.findByRole('button', { name: 'Marquer comme résolu' })).toBeEnabled();
    await online();
    await nina.put(`/api/admin/sos/${sos.id}/status`, { status: 'closed', reason: '' });
    expect(await screen.findByText(/^L’équipe a fermé ce SOS/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Rouvrir' })).toBeNull();
    cleanup();
    await renderAs(guilde.current, 'claire', `/chat?sos=${sos.id}`);
    expect(await screen.findByText(/^SOS fermé par l’équipe, sans résolution, le\s/)).toBeVisible();
    expect(screen.queryByText(/Tu peux le rouvrir/)).toBeNull();
  });

  test('the requester closes without a resolution and reopens within 24 hours', async () => {
    const claire = await guilde.current.as('claire');
    const sos = await postSos(claire, { title: 'Finalement réglé' });
    // The server has the tests’ clock, but the button asks the browser’s.
    vi.spyOn(Date, 'now').mockImplementation(() => guilde.current.clock.now());
    const { user } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
    await user.click(await screen.findByRole('button', { name: 'Autres actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Fermer sans résolution' }));
    await user.click(await screen.findByRole('button', { name: 'Fermer le SOS' }));
    expect(await screen.findByText('Statut mis à jour')).toBeVisible();
    const title = pane().getByRole('heading', { name: 'Finalement réglé' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(await pane().findByText('Fermé')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Rouvrir' }));
    expect(await screen.findByText('En attente d’une première réponse')).toBeVisible();
    expect(title).toHaveFocus();
    expect(pane().getByText('Ouvert')).toBeVisible();
    const { body } = await claire.get<SosDetail>(`/api/sos/${sos.id}`);
    expect(body.status).toBe('open');
  });
});

test('the author corrects the text and adds to it; whoever looks sees both, marked', async () => {
  const claire = await guilde.current.as('claire');
  const sos = await postSos(claire, { title: 'Campagne coupé', description: 'Depuis hier.' });
  const { user } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
  await online();
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Autres actions' }));
    await user.click(await screen.findByRole('menuitem', { name }));
    return within(await screen.findByRole('dialog'));
  };
  const correction = await choose('Corriger');
  await user.type(await correction.findByRole('textbox', { name: 'Titre' }), 'e');
  await user.click(correction.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(screen.getAllByRole('heading', { name: 'Campagne coupée' })).toHaveLength(2));
  expect(screen.getByText(/^Modifié le/)).toBeVisible();
  const addition = await choose('Ajouter une précision');
  await user.type(await addition.findByRole('textbox', { name: 'Précision' }), 'Le support ne répond pas.');
  await user.click(addition.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Le support ne répond pas.')).toBeVisible();
  // The change comes from another device, by an event without the text.
  await claire.put(`/api/sos/${sos.id}`, { title: 'Campagne coupée', description: 'Depuis lundi.' });
  await waitFor(() => expect(screen.getAllByText('Depuis lundi.')).toHaveLength(2));
});

test.each([
  ['Corriger', 'Description', 'Depuis hier, sans explication.'],
  ['Ajouter une précision', 'Précision', 'Sans explication.'],
])('what is written under « %s » stays when the dialog is closed by Escape', async (name, label, text) => {
  const sos = await postSos(await guilde.current.as('claire'), { description: 'Depuis hier.' });
  const { user } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Autres actions' }));
    await user.click(await screen.findByRole('menuitem', { name }));
    return within(await screen.findByRole('dialog')).findByRole('textbox', { name: label });
  };
  const field = await open();
  await user.clear(field);
  await user.type(field, text);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await open()).toHaveValue(text);
});

test('a file that was added to a correction stays when its dialog is closed by Escape', async () => {
  const sos = await postSos(await guilde.current.as('claire'));
  const { user } = await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Autres actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Corriger' }));
    return screen.findByRole('dialog');
  };
  const pick = (await open()).querySelector<HTMLInputElement>('input[type=file]');
  if (pick) await user.upload(pick, new File(['Numéro de dossier : 4512'], 'dossier.txt'));
  expect(await screen.findByText('dossier.txt')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await within(await open()).findByText('dossier.txt')).toBeVisible();
});
