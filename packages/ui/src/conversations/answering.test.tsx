import type { History, Message, Unread } from '@guilde/contracts/conversations/rules.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { granted, openChat, sendText } from '../../../../apps/api/test/scenes.ts';
import { uploaded } from '../../../../apps/api/test/uploads.ts';
import { recording, WAVEFORM } from '../../../../apps/api/test/voices.ts';
import { renderAs, withGuilde } from '../../test/render.tsx';
import { paths } from '../paths.ts';

const guilde = withGuilde();

const log = () => screen.findByRole('log');

async function openScene() {
  const [claire, karim, zoe] = await Promise.all([
    guilde.current.as('claire'),
    guilde.current.as('karim'),
    guilde.current.as('zoe'),
  ]);
  const { sos, conversation } = await openChat(claire, karim, zoe);
  const unread = async () => (await claire.get<Unread>('/api/conversations/unread')).body;
  const stored = async () =>
    (await claire.get<History>(`/api/conversations/${conversation.id}/messages`)).body.messages;
  return { claire, karim, zoe, sos, conversation, unread, stored, path: `/chat?sos=${sos.id}` };
}

type User = Awaited<ReturnType<typeof renderAs>>['user'];

async function act(user: User, message: RegExp, name: string | RegExp) {
  await user.click(await screen.findByRole('button', { name: message }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

describe('an answer', () => {
  it('quotes what it answers and names whom it mentions, also in the field and while it is sent', async () => {
    const { path, karim, zoe, conversation, stored } = await openScene();
    await sendText(karim, conversation.id, 'Quel transporteur ?');
    const { user, platform } = await renderAs(guilde.current, 'claire', path);
    await act(user, /^Actions du message, Karim/, 'Répondre');
    const box = await screen.findByRole('textbox', { name: 'Message' });
    expect(await screen.findByText('Réponse à Karim')).toBeInTheDocument();
    await waitFor(() => expect(box).toHaveFocus());
    await user.keyboard('Demande à @zo');
    const options = await screen.findByRole('listbox', { name: 'Mentionner un participant' });
    expect(
      within(options)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual([expect.stringContaining('Zoé')]);
    expect(box).toHaveAttribute('aria-activedescendant', within(options).getByRole('option').id);
    await user.keyboard('{Enter}');
    expect(box).toHaveValue('Demande à @Zoé ');
    platform.line.cut = true;
    await user.keyboard('qui sait{Enter}');
    expect(await within(await log()).findByText('Envoi en cours')).toBeInTheDocument();
    expect(within(await log()).getByRole('button', { name: /^En réponse à Karim/ })).toBeInTheDocument();
    expect(screen.queryByText('Réponse à Karim')).not.toBeInTheDocument();
    platform.line.cut = false;
    await waitFor(async () =>
      expect((await stored()).at(-1)).toMatchObject({
        content: 'Demande à @Zoé qui sait',
        mentions: [zoe.id],
        replyTo: { content: 'Quel transporteur ?' },
      }),
    );
    expect(within(await log()).getByText('@Zoé')).toHaveClass('font-semibold');
  });
});

describe('a reaction', () => {
  it('is one press, counted with those of others, and read out as one sentence', async () => {
    const { path, karim, zoe, conversation, stored } = await openScene();
    const message = await sendText(karim, conversation.id, 'Vide le cache');
    const { user } = await renderAs(guilde.current, 'claire', path);
    await act(user, /^Actions du message, Karim/, /Réagir.: merci/);
    const chip = () => within(screen.getByRole('log')).findByRole('button', { name: 'merci, 1' });
    expect(await chip()).toHaveAttribute('aria-pressed', 'true');
    await waitFor(async () => expect((await stored()).at(-1)?.reactions).toHaveLength(1));
    await zoe.put(`/api/conversations/${conversation.id}/messages/${message.id}/reactions`, {
      emoji: '🙏',
      isOn: true,
    });
    expect(await screen.findByText(/^Réactions\s: merci de toi et Zoé\.$/)).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'merci, 2' }));
    expect(await chip()).toHaveAttribute('aria-pressed', 'false');
    await waitFor(async () =>
      expect((await stored()).at(-1)?.reactions).toEqual([{ emoji: '🙏', memberIds: [zoe.id] }]),
    );
  });
});

describe('« C’est ça qui a marché »', () => {
  it('is proposed, confirmed, offers to end the SOS, and stands on top once the conversation is closed', async () => {
    const { path, claire, karim, sos, conversation } = await openScene();
    const message = await sendText(karim, conversation.id, 'Vide le cache');
    await sendText(karim, conversation.id, 'Puis relance');
    const solution = `/api/conversations/${conversation.id}/messages/${message.id}/solution`;
    await karim.put<Message>(solution, { isSolution: true });
    const { user } = await renderAs(guilde.current, 'claire', path);
    expect(await screen.findByText('Proposé comme solution par Karim')).toBeInTheDocument();
    expect(screen.queryByText(/Ton problème est réglé/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'C’est ça qui a marché' }));
    await waitFor(() => expect(screen.queryByText(/Proposé comme solution/)).not.toBeInTheDocument());
    expect(screen.getByText('C’est ça qui a marché')).toBeInTheDocument();
    expect(screen.getByText(/Ton problème est réglé/)).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Marquer comme résolu' })).toHaveLength(1);
    await claire.post(`/api/sos/${sos.id}/close`);
    const top = within(await screen.findByRole('region', { name: 'Ce qui a marché' }));
    expect(top.getByRole('button', { name: /Karim.*Vide le cache/ })).toBeInTheDocument();
    expect(top.getAllByRole('listitem')).toHaveLength(1);
  });

  it('may be a voice message, which is named as one and not by its file', async () => {
    const { path, claire, karim, zoe, sos, conversation } = await openScene();
    const messages = `/api/conversations/${conversation.id}/messages`;
    const voice = await uploaded(karim, `/api/conversations/${conversation.id}/files`, {
      name: 'Message vocal',
      bytes: await recording('webm', { seconds: 7 }),
      waveform: WAVEFORM,
    });
    const id = crypto.randomUUID();
    granted(await karim.post(messages, { id, content: '', files: [voice.id] }));
    granted(await claire.put(`${messages}/${id}/solution`, { isSolution: true }));
    const ratings = [karim, zoe].map((helper) => ({ memberId: helper.id, rating: 5, comment: '' }));
    granted(await claire.post(`/api/ratings/resolve/${sos.id}`, { ratings }));
    await renderAs(guilde.current, 'claire', path);
    const top = within(await screen.findByRole('region', { name: 'Ce qui a marché' }));
    expect(top.getByRole('button', { name: /Karim.*Message vocal \(0:07\)$/ })).toBeVisible();
    cleanup();
    await renderAs(guilde.current, 'claire', paths.sosDetail(sos.id));
    const worked = within(await screen.findByRole('region', { name: 'Ce qui a marché' }));
    expect(worked.getByText('Message vocal (0:07)')).toBeVisible();
  });
});

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
