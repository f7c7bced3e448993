import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closeEndedRooms } from '../../../../apps/api/src/events/conversation.ts';
import { answerEvent, propose, withEvents } from '../../../../apps/api/test/event-scenes.ts';
import { granted, openChat, sendText } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();
const TITLE = 'Sortir d’un blocage Stripe';

async function openRoom() {
  const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  await withEvents(guilde.current);
  const event = await propose(guilde.current, claire);
  granted(await answerEvent(karim, event.id));
  const chat = granted(await karim.get<{ id: string }>(`/api/conversations/by-event/${event.id}`));
  return { claire, karim, event, chat };
}

test('a room stands in the list beside SOS, and its conversation says when it is and leads to it', async () => {
  const { claire, karim, event, chat } = await openRoom();
  const { sos } = await openChat(claire, karim);
  await sendText(claire, chat.id, 'Bonsoir à tous');
  const { user, router } = await renderAs(guilde.current, 'karim', `/chat?sos=${sos.id}`);
  const list = within(await screen.findByRole('list', { name: 'Conversations' }));
  await online();
  await user.click(list.getByRole('link', { name: new RegExp(TITLE) }));
  expect(router.state.location.search).toBe(`?event=${event.id}`);
  const pane = within(await screen.findByRole('region', { name: TITLE }));
  expect(await pane.findByText(/à 18\sh\s30 \(heure de Paris\)/)).toBeVisible();
  expect(await pane.findByText('Bonsoir à tous')).toBeVisible();
  for (const name of [TITLE, 'Voir la Room'])
    expect(pane.getByRole('link', { name })).toHaveAttribute('href', `/events/${event.id}`);
  expect(pane.queryByRole('button', { name: 'Le SOS' })).toBeNull();
  expect(pane.queryByRole('button', { name: 'Depuis quand\u202f?' })).toBeNull();
  await user.type(pane.getByRole('textbox', { name: 'Message' }), 'Bonsoir{Enter}');
  expect(await pane.findByText('Bonsoir')).toBeVisible();
  await user.click(pane.getByRole('button', { name: /Participants\s: 2 sur 4/ }));
  expect(await screen.findByText(/hôte/)).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(pane.getByRole('button', { name: 'Actions de la conversation' }));
  expect(await screen.findByRole('menuitem', { name: 'Voir la Room' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Quitter la conversation' })).toBeNull();
});

test('the host marks what worked and resolves nothing; afterwards the conversation is closed', async () => {
  const { karim, event, chat } = await openRoom();
  await sendText(karim, chat.id, 'La bonne réponse');
  const { user } = await renderAs(guilde.current, 'claire', `/chat?event=${event.id}`);
  await screen.findByText('La bonne réponse');
  await online();
  expect(screen.queryByRole('button', { name: 'Marquer comme résolu' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /Actions du message/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'C’est ça qui a marché' }));
  await waitFor(() => expect(screen.getAllByText(/a marché/).length).toBeGreaterThan(0));
  expect(screen.queryByRole('button', { name: 'Marquer comme résolu' })).toBeNull();
  guilde.current.clock.set(Date.parse(event.startsAt) + 9 * 86_400_000);
  await closeEndedRooms(guilde.current.deps);
  expect(await screen.findByText('Ce chat est fermé')).toBeVisible();
  expect(screen.getByText(/une semaine après la Room/)).toBeVisible();
});

test('who does not come is told so, and led to the room', async () => {
  const { event } = await openRoom();
  await renderAs(guilde.current, 'zoe', `/chat?event=${event.id}`);
  expect(await screen.findByText('Ce chat est réservé à ceux qui viennent.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voir la Room' })).toHaveAttribute('href', `/events/${event.id}`);
});
