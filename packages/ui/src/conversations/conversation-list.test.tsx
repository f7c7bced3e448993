import type { Unread } from '@guilde/contracts/conversations/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { join, openChat, postSos, sendText } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, renderWith, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

describe('« Mes Conversations »', () => {
  it('lists the newest first, follows what happens, and finds by title and first name', async () => {
    const [lucie, paul, hugo] = await Promise.all([
      guilde.current.as('lucie'),
      guilde.current.as('paul'),
      guilde.current.as('hugo'),
    ]);
    const vat = await postSos(lucie, { title: 'TVA Belgique' });
    await join(paul, vat.id);
    const parcels = await postSos(lucie, { title: 'Retard colis' });
    const chat = await join(hugo, parcels.id);
    const { user } = await renderAs(guilde.current, 'lucie', '/chat');
    const list = await screen.findByRole('list', { name: 'Conversations' });
    const rows = () => within(list).getAllByRole('link');
    await online();
    expect(rows().map((row) => row.getAttribute('data-owner'))).toEqual([parcels.id, vat.id]);
    const { body } = await paul.get<{ id: string }>(`/api/conversations/by-sos/${vat.id}`);
    await sendText(paul, body.id, 'Quel taux appliques-tu ?');
    await waitFor(() => expect(rows()[0]).toHaveAccessibleName(/Paul\s: Quel taux appliques-tu \?/));
    expect(rows()[0]).toHaveAccessibleName(/1\s?message non lu/);
    await hugo.post(`/api/sos/${parcels.id}/leave`);
    await waitFor(() => expect(rows()[0]).toHaveAccessibleName(/a quitté la conversation/));
    expect(chat.currentParticipants).toBe(2);
    await user.type(screen.getByRole('searchbox', { name: 'Rechercher dans mes conversations' }), 'paul');
    const found = () => within(screen.getByRole('list', { name: 'Conversations' })).getAllByRole('link');
    await waitFor(() => expect(found()).toHaveLength(1));
    await user.type(screen.getByRole('searchbox', { name: 'Rechercher dans mes conversations' }), ' inconnu');
    expect(await screen.findByText('Rien trouvé')).toBeInTheDocument();
  });

  it('finds messages with their filters, leads to them, and searches in the open conversation', async () => {
    const [lucie, paul] = await Promise.all([guilde.current.as('lucie'), guilde.current.as('paul')]);
    const sos = await postSos(lucie, { title: 'Facture impayée' });
    const chat = await join(paul, sos.id);
    await sendText(lucie, chat.id, 'La relance est partie hier.');
    await sendText(paul, chat.id, 'Relancer encore ne sert à rien.');
    const { user, router } = await renderAs(guilde.current, 'lucie', `/chat?sos=${sos.id}`);
    await user.click(await screen.findByRole('button', { name: 'Actions de la conversation' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rechercher ici' }));
    const field = screen.getByRole('searchbox', { name: 'Rechercher dans mes conversations' });
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue('dans:"Facture impayée" ');
    await user.type(field, 'relancer');
    const found = await screen.findByRole('list', { name: 'Messages' });
    await waitFor(() => expect(within(found).getAllByRole('link')).toHaveLength(2));
    await user.clear(field);
    await user.type(field, 'de:paul relances');
    const only = async () =>
      within(await screen.findByRole('list', { name: 'Messages' })).getAllByRole('link');
    await waitFor(async () => expect(await only()).toHaveLength(1));
    const [link] = await only();
    expect(link).toHaveTextContent('Relancer encore ne sert à rien.');
    await user.click(link as HTMLElement);
    expect(router.state.location.search).toBe(`?sos=${sos.id}&message=3`);
    const log = await screen.findByRole('log');
    await waitFor(() => expect(log).toContainElement(document.activeElement as HTMLElement));
    expect(document.activeElement).toHaveTextContent('Relancer encore');
    await user.clear(field);
    await user.type(field, 'avant:demain');
    expect(await screen.findByText('Cette date n’est pas comprise')).toBeInTheDocument();
  });

  it('opens the newest with something new where there is room beside the list, else the newest', async () => {
    const [hugo, paul] = await Promise.all([guilde.current.as('hugo'), guilde.current.as('paul')]);
    const waiting = await postSos(hugo, { title: 'Retard colis' });
    const newest = await postSos(hugo, { title: 'TVA Belgique' });
    const { id } = await join(paul, waiting.id);
    await sendText(paul, id, 'Quel transporteur ?');
    await join(paul, newest.id);
    const first = await renderAs(guilde.current, 'hugo', '/chat');
    await waitFor(() => expect(first.router.state.location.search).toBe(`?sos=${waiting.id}`));
    await within(await screen.findByRole('log')).findByText('Quel transporteur ?');
    await waitFor(async () =>
      expect((await hugo.get<Unread>('/api/conversations/unread')).body.total).toBe(0),
    );
    first.unmount();
    const { router } = await renderAs(guilde.current, 'hugo', '/chat');
    await waitFor(() => expect(router.state.location.search).toBe(`?sos=${newest.id}`));
  });

  it('lets whoever searches go on when the conversation comes', async () => {
    const claire = await guilde.current.as('claire');
    const { sos } = await openChat(claire, await guilde.current.as('karim'));
    const gate = Promise.withResolvers<void>();
    const request: Client['request'] = async (address, init) => {
      if (address.includes('/by-sos/')) await gate.promise;
      return claire.request(address, init);
    };
    const { user } = renderWith(guilde.current, { ...claire, request }, `/chat?sos=${sos.id}`);
    const search = await screen.findByRole('searchbox', { name: 'Rechercher dans mes conversations' });
    await user.type(search, 'ka');
    gate.resolve();
    await screen.findByRole('textbox', { name: 'Message' });
    await user.keyboard('rim');
    expect(search).toHaveValue('karim');
  });

  it('says what to do when there is none', async () => {
    await renderAs(guilde.current, 'nina', '/chat');
    expect(await screen.findByText('Aucune conversation pour l’instant')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Voir les SOS' })).toHaveAttribute('href', '/sos');
    expect(screen.queryByText('Choisis une conversation')).not.toBeInTheDocument();
  });
});
