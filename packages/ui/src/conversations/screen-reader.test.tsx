import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { granted, join, openChat, postSos, sendText } from '../../../../apps/api/test/scenes.ts';
import { uploaded } from '../../../../apps/api/test/uploads.ts';
import { online, renderAs, spoken, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

async function openScene() {
  const [claire, karim, zoe] = await Promise.all([
    guilde.current.as('claire'),
    guilde.current.as('karim'),
    guilde.current.as('zoe'),
  ]);
  const { sos, conversation } = await openChat(claire, karim, zoe);
  return { karim, conversation, path: `/chat?sos=${sos.id}` };
}

test('the participants are named one by one', async () => {
  const { path } = await openScene();
  const { user } = await renderAs(guilde.current, 'claire', path);
  const button = await screen.findByRole('button', {
    name: 'Participants\u00a0: 3 sur 5, Karim, Zoé et toi',
  });
  await user.click(button);
  const list = within(await screen.findByRole('dialog', { name: '3\u00a0participants sur 5' }));
  // Focusing the dialog would read all of it.
  await waitFor(() => expect(list.getByRole('heading', { level: 2 })).toHaveFocus());
  const [me] = list.getAllByRole('link');
  expect(me).toHaveAccessibleName(/^Claire Martin Certifié \(toi\) .+ · auteur du SOS$/);
  await user.keyboard('{Escape}');
  expect(button).toHaveFocus();
});

test('the menu says where new messages wait before how many', async () => {
  const { karim, conversation } = await openScene();
  await renderAs(guilde.current, 'claire', '/home');
  await online();
  await sendText(karim, conversation.id, 'Es-tu là ?');
  await waitFor(() => {
    const links = screen.getAllByRole('link', { name: /^Chat, \d+\smessages? non lus?$/ });
    expect(links).toHaveLength(2);
  });
});

test('somebody who joins an own SOS is said once, by their name; in an SOS of somebody else nobody is', async () => {
  const { current } = guilde;
  const [claire, karim, zoe] = await Promise.all([
    current.as('claire'),
    current.as('karim'),
    current.as('zoe'),
  ]);
  const own = await postSos(claire, { title: 'Flux refusé' });
  const { sos: other, conversation } = await openChat(zoe, claire);
  const { platform } = await renderAs(current, 'claire', '/profile');
  await online();
  await join(karim, other.id);
  await join(karim, own.id);
  const unread = platform.unread ?? 0;
  await sendText(karim, conversation.id, 'Bonjour');
  await waitFor(() => expect(platform.unread).toBe(unread + 1));
  await waitFor(() =>
    expect(spoken()).toEqual([
      'Karim a rejoint ton SOS «\u00a0Flux refusé\u00a0». Alt + T pour «\u00a0Ouvrir le chat\u00a0».',
      expect.stringMatching(/^Nouveau message/),
    ]),
  );
});

/** WCAG 4.1.3 */
test('a message that arrives is said with what it answers and its files, and so is a reaction', async () => {
  const { karim, conversation, path } = await openScene();
  const claire = await guilde.current.as('claire');
  const question = await sendText(claire, conversation.id, 'Qui a la facture ?');
  await renderAs(guilde.current, 'claire', path);
  await screen.findByText('Qui a la facture ?');
  await online();
  const place = `/api/conversations/${conversation.id}`;
  const bytes = new TextEncoder().encode('jour;ventes');
  const file = await uploaded(karim, `${place}/files`, { name: 'ventes.csv', bytes });
  const answer = {
    id: crypto.randomUUID(),
    content: 'Moi, la voici',
    replyTo: question.id,
    files: [file.id],
  };
  granted(await karim.post(`${place}/messages`, answer));
  await waitFor(() =>
    expect(spoken().at(-1)).toMatch(/^Karim .*répon.*\s: Moi, la voici, avec .*ventes\.csv/),
  );
  granted(await karim.put(`${place}/messages/${question.id}/reactions`, { emoji: '🙏', isOn: true }));
  await waitFor(() => expect(spoken().at(-1)).toBe('Karim réagit à ton message\u00a0: merci'));
  granted(await karim.put(`${place}/messages/${answer.id}/reactions`, { emoji: '👀', isOn: true }));
  await waitFor(() =>
    expect(spoken().at(-1)).toBe('Karim réagit à «\u00a0Moi, la voici\u00a0»\u00a0: je regarde'),
  );
});

/** RGAA 7.3 */
test('the menu of a message says by keyboard what a pointer is shown: when, who has read it, who reacted', async () => {
  const { karim, conversation, path } = await openScene();
  const claire = await guilde.current.as('claire');
  const question = await sendText(claire, conversation.id, 'Qui a la facture ?');
  const place = `/api/conversations/${conversation.id}`;
  granted(await karim.put(`${place}/messages/${question.id}/reactions`, { emoji: '🙏', isOn: true }));
  granted(await karim.put(`${place}/read`, { seq: question.seq }));
  const { user } = await renderAs(guilde.current, 'claire', path);
  const button = await screen.findByRole('button', { name: /^Actions du message, Moi/ });
  act(() => button.focus());
  await user.keyboard('{Enter}');
  const menu = await screen.findByRole('menu');
  expect(menu).toHaveTextContent(/Envoyé le \d+ \S+ \d{4} à \d\d:\d\d/);
  expect(menu).toHaveTextContent('Vu par Karim');
  expect(menu).toHaveTextContent('🙏 Karim');
});
