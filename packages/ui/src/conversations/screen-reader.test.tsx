import type { History, Unread } from '@guilde/contracts/conversations/rules.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
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
  const stored = async () =>
    (await claire.get<History>(`/api/conversations/${conversation.id}/messages`)).body.messages
      .filter(({ kind }) => kind === 'text')
      .map(({ content }) => content);
  return { claire, karim, zoe, conversation, stored, path: `/chat?sos=${sos.id}` };
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
  await renderAs(current, 'claire', '/profile');
  await online();
  await join(karim, other.id);
  await join(karim, own.id);
  await sendText(karim, conversation.id, 'Bonjour');
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
    expect(spoken()).toContainEqual(
      expect.stringMatching(/^Karim .*répon.*\s: Moi, la voici, avec .*ventes\.csv/),
    ),
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

describe('what a screen reader hears', () => {
  test('is each message of the others in one piece, whoever writes meanwhile, and nothing of one’s own', async () => {
    const { karim, zoe, conversation, path } = await openScene();
    const { user } = await renderAs(guilde.current, 'claire', path);
    expect(await screen.findByRole('log')).toHaveAttribute('aria-live', 'off');
    await online();
    await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'Bonjour{Enter}');
    await within(await screen.findByRole('log')).findByText('Bonjour');
    await sendText(karim, conversation.id, 'As-tu un numéro de dossier ?');
    await sendText(zoe, conversation.id, 'Moi aussi');
    await zoe.post(`/api/sos/${conversation.sosId}/leave`);
    await within(await screen.findByRole('log')).findByText('Zoé a quitté la conversation');
    expect(spoken()).toEqual([
      'Karim\u00a0: As-tu un numéro de dossier ?',
      'Zoé\u00a0: Moi aussi',
      'Zoé a quitté la conversation',
    ]);
  });

  test('is that a message could not be sent, once, and that the connection is back', async () => {
    const { path, stored } = await openScene();
    const { user, platform } = await renderAs(guilde.current, 'claire', path);
    const box = await screen.findByRole('textbox', { name: 'Message' });
    await online();
    platform.line.cut = true;
    guilde.current.deps.live.close();
    await user.type(box, 'Un{Enter}');
    const unsent =
      'Message non envoyé. Le serveur ne répond pas. Ton message est enregistré et sera envoyé dès que possible.';
    await waitFor(() => expect(spoken()).toEqual([unsent]));
    platform.line.cut = false;
    await waitFor(async () => expect(await stored()).toEqual(['Un']));
    await waitFor(() => expect(spoken()).toContain('Connexion rétablie'));
    // A line is taken out of the document after a while.
    expect(spoken().filter((line) => line !== unsent)).toEqual(['Connexion rétablie']);
    expect(spoken().filter((line) => line === unsent).length).toBeLessThan(2);
  });

  test('is that something waits in a conversation that is not on screen, once', async () => {
    const { claire, karim, conversation } = await openScene();
    const { total } = (await claire.get<Unread>('/api/conversations/unread')).body;
    const { platform } = await renderAs(guilde.current, 'claire', '/profile');
    await online();
    await waitFor(() => expect(platform.unread).toBe(total));
    await sendText(karim, conversation.id, 'Un');
    await sendText(karim, conversation.id, 'Deux');
    await waitFor(() => expect(platform.unread).toBe(total + 2));
    await waitFor(() =>
      expect(spoken().map((line) => line.split('.')[0])).toEqual([
        `Nouveau message dans «\u00a0${conversation.title}\u00a0»`,
      ]),
    );
  });

  test('keeps the row of an own message from the moment it is written', async () => {
    const { path, stored } = await openScene();
    const { user } = await renderAs(guilde.current, 'claire', path);
    const box = await screen.findByRole('textbox', { name: 'Message' });
    const removed: string[] = [];
    const watch = new MutationObserver((changes) => {
      for (const { removedNodes } of changes)
        for (const node of removedNodes) removed.push(node.textContent ?? '');
    });
    watch.observe(await screen.findByRole('log'), { childList: true, subtree: true });
    await user.type(box, 'Une seule fois{Enter}');
    await waitFor(async () => expect(await stored()).toEqual(['Une seule fois']));
    await waitFor(() => expect(screen.queryByText('Envoi en cours')).not.toBeInTheDocument());
    watch.disconnect();
    expect(removed.filter((text) => text.includes('Une seule fois'))).toEqual([]);
  });
});
