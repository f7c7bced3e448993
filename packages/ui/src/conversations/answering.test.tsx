import type { Unread } from '@guilde/contracts/conversations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openChat, sendText } from '../../../../apps/api/test/scenes.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

const log = () => screen.findByRole('log');

/** Claire's SOS with Karim and Zoé in its chat. */
async function openScene() {
  const [claire, karim, zoe] = await Promise.all([
    guilde.current.as('claire'),
    guilde.current.as('karim'),
    guilde.current.as('zoe'),
  ]);
  const { sos, conversation } = await openChat(claire, karim, zoe);
  const unread = async () => (await claire.get<Unread>('/api/conversations/unread')).body;
  return { claire, karim, zoe, sos, conversation, unread, path: `/chat?sos=${sos.id}` };
}

describe('the menu of a conversation', () => {
  const choose = async (user: Awaited<ReturnType<typeof renderAs>>['user'], name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions de la conversation' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };

  it('mutes it, says so in the list, and takes it back', async () => {
    const { path, sos, unread, conversation } = await openScene();
    const { user } = await renderAs(guilde.current, 'claire', path);
    await log();
    await choose(user, 'Mettre en sourdine');
    const row = () => screen.findByRole('link', { name: new RegExp(`${sos.title}.*en sourdine`) });
    expect(await row()).toBeInTheDocument();
    expect((await unread()).muted).toEqual([conversation.id]);
    await choose(user, 'Réactiver les notifications');
    await waitFor(() => expect(screen.queryByText(', en sourdine')).not.toBeInTheDocument());
    expect((await unread()).muted).toBeUndefined();
  });

  it('marks it as unread, which lasts while it is open and ends when it is opened again', async () => {
    const { path, karim, sos, conversation, unread } = await openScene();
    await sendText(karim, conversation.id, 'As-tu regardé ?');
    const { user, router } = await renderAs(guilde.current, 'claire', path);
    await within(await log()).findByText('As-tu regardé ?');
    await waitFor(async () => expect((await unread()).conversations[conversation.id]).toBeUndefined());
    await choose(user, 'Marquer comme non lue');
    await waitFor(async () => expect((await unread()).conversations[conversation.id]).toBe(1));
    const unreadRow = new RegExp(`^${sos.title}.*, 1 message non lu$`);
    const row = () => screen.queryByRole('link', { name: unreadRow });
    await waitFor(() => expect(row()).toBeInTheDocument());
    await router.navigate('/sos');
    await waitFor(() => expect(screen.queryByRole('log')).not.toBeInTheDocument());
    await router.navigate(path);
    await log();
    await waitFor(async () => expect((await unread()).conversations[conversation.id]).toBeUndefined());
    await waitFor(() => expect(row()).not.toBeInTheDocument());
  });
});
