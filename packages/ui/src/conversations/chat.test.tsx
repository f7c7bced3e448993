import { type History, UNREAD_POLLING_MS, type Unread } from '@guilde/contracts/conversations/rules.ts';
import type { LiveSocket } from '@guilde/contracts/live/connection.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openChat, postSos, sendText } from '../../../../apps/api/test/scenes.ts';
import { spoken as announced, online, renderAs, withGuilde } from '../../test/render.tsx';
import { REFETCH_MS, useLive } from '../live.ts';

const guilde = withGuilde();

const log = () => screen.findByRole('log');
const composer = () => screen.findByRole('textbox', { name: 'Message' });
const inLog = async (text: string | RegExp) => within(await log()).findByText(text);

/** The connection stays silent. */
const silentSocket: LiveSocket = {
  send: () => undefined,
  close: () => undefined,
  onMessage: () => undefined,
  onClose: () => undefined,
};

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
  return { claire, karim, zoe, sos, conversation, stored, path: `/chat?sos=${sos.id}` };
}

describe('an open conversation', () => {
  it('opens on what is new, and has read it', async () => {
    const { claire, karim, conversation, path } = await openScene();
    await sendText(claire, conversation.id, 'Bonjour à tous');
    await sendText(karim, conversation.id, 'As-tu un numéro de dossier ?');
    const { platform } = await renderAs(guilde.current, 'claire', path);
    const lines = within(await log()).getAllByRole('listitem');
    const texts = lines.map((line) => line.textContent);
    const newLine = texts.findIndex((text) => text?.startsWith('Nouveaux messages'));
    expect(texts[newLine - 1]).toContain('Bonjour à tous');
    expect(texts[newLine]).toContain('As-tu un numéro de dossier ?');
    await waitFor(async () => {
      const unread = await claire.get<Unread>('/api/conversations/unread');
      expect(unread.body.conversations[conversation.id]).toBeUndefined();
    });
    await waitFor(() => expect(platform.unread).toBe(0));
  });

  it('sends with Enter, makes a new line with Shift+Enter, and shows the message once', async () => {
    const { stored, path, karim, conversation } = await openScene();
    const { user } = await renderAs(guilde.current, 'claire', path);
    await user.type(await composer(), 'Première ligne{Shift>}{Enter}{/Shift}seconde ligne{Enter}');
    await waitFor(async () => expect(await stored()).toEqual(['Première ligne\nseconde ligne']));
    expect(await composer()).toHaveValue('');
    await sendText(karim, conversation.id, 'Bien reçu');
    await inLog('Bien reçu');
    expect(within(await log()).getAllByText(/Première ligne/)).toHaveLength(1);
    expect((await inLog(/vu par 1/)).parentElement).toHaveTextContent('vu par 1 : Karim');
  });

  it('shows code as it was written, and folds a long text', async () => {
    const { karim, conversation, path } = await openScene();
    const code = '<meta name="robots"\n  content="noindex">';
    await sendText(karim, conversation.id, `Enlève ceci :\n\`\`\`html\n${code}\n\`\`\``);
    await sendText(karim, conversation.id, `${'Une ligne. '.repeat(120)}La fin.`);
    const { user, platform } = await renderAs(guilde.current, 'claire', path);
    expect((await inLog(/name="robots"/)).textContent).toBe(code);
    await user.click(screen.getByRole('button', { name: 'Copier le code' }));
    expect(platform.copied).toEqual([code]);
    expect(screen.queryByText(/La fin\./)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Afficher la suite', expanded: false }));
    expect(await inLog(/La fin\./)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Réduire', expanded: true })).toHaveFocus();
  });

  it('says who writes, who comes and who leaves', async () => {
    const { karim, zoe, sos, conversation, path } = await openScene();
    await renderAs(guilde.current, 'claire', path);
    await log();
    expect(await inLog('Zoé a rejoint la conversation')).toBeInTheDocument();
    await online();
    const live = await karim.live();
    live.send({ type: 'typing', conversationId: conversation.id });
    expect(await screen.findByText('Karim écrit…')).toBeInTheDocument();
    await sendText(karim, conversation.id, 'Voilà');
    await inLog('Voilà');
    expect(screen.queryByText('Karim écrit…')).not.toBeInTheDocument();
    live.close();
    await zoe.post(`/api/sos/${sos.id}/leave`);
    expect(await inLog('Zoé a quitté la conversation')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: /2 sur 5/ })).toBeInTheDocument();
  });

  it('keeps what cannot be sent, says so, and sends it once the server answers again', async () => {
    const { stored, path } = await openScene();
    const { user, platform } = await renderAs(guilde.current, 'claire', path);
    const box = await composer();
    platform.line.cut = true;
    guilde.current.deps.live.close();
    await user.type(box, 'Un{Enter}');
    await user.type(box, 'Deux{Enter}');
    expect(await screen.findByText('Non envoyé')).toBeInTheDocument();
    expect(
      screen.getByText(
        'Le serveur ne répond pas. Ton message est enregistré et sera envoyé dès que possible.',
      ),
    ).toBeInTheDocument();
    expect(await stored()).toEqual([]);
    platform.line.cut = false;
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    await waitFor(async () => expect(await stored()).toEqual(['Un', 'Deux']));
    await waitFor(() => expect(screen.queryByText('Non envoyé')).not.toBeInTheDocument());
    expect(within(await log()).getAllByText('Un')).toHaveLength(1);
  });

  it('sends over the live socket, and by HTTP while there is none', async () => {
    const { stored, path } = await openScene();
    const { user, platform } = await renderAs(guilde.current, 'claire', path);
    const box = await composer();
    await online();
    const posted: string[] = [];
    const fetch = platform.fetch.bind(platform);
    platform.fetch = (address, init) => {
      if (init?.method === 'POST') posted.push(init.body as string);
      return fetch(address, init);
    };
    await user.type(box, 'Par le fil{Enter}');
    await waitFor(async () => expect(await stored()).toEqual(['Par le fil']));
    expect(posted).toEqual([]);
    platform.openSocket = () => silentSocket;
    guilde.current.deps.live.close();
    await waitFor(() => expect(useLive.getState().connection).toBe('reconnecting'));
    await user.type(box, 'Par la poste{Enter}');
    await waitFor(async () => expect(await stored()).toEqual(['Par le fil', 'Par la poste']));
    expect(posted).toEqual([expect.stringContaining('Par la poste')]);
    expect(within(await log()).getAllByText(/^Par l/)).toHaveLength(2);
  });

  it('keeps a draft and unsent messages when the window is closed', async () => {
    const { stored, path } = await openScene();
    const first = await renderAs(guilde.current, 'claire', path);
    const box = await composer();
    first.platform.line.cut = true;
    guilde.current.deps.live.close();
    await first.user.type(box, 'Pas encore parti{Enter}');
    await first.user.type(box, 'Je voulais aussi dire');
    await screen.findByText('Non envoyé');
    first.unmount();
    await renderAs(guilde.current, 'claire', path);
    expect(await composer()).toHaveValue('Je voulais aussi dire');
    await waitFor(async () => expect(await stored()).toEqual(['Pas encore parti']));
  });

  it('does not cut off nor send a text that is too long', async () => {
    const { stored, path } = await openScene();
    const { user } = await renderAs(guilde.current, 'claire', path);
    const box = await composer();
    await user.click(box);
    await user.paste('a'.repeat(4001));
    expect(screen.getByText(/1 caractère de trop/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Envoyer' })).toBeDisabled();
    await user.keyboard('{Enter}');
    expect(box).toHaveValue('a'.repeat(4001));
    expect(await stored()).toEqual([]);
  });

  it('catches up with what was said while the socket was down', async () => {
    const { karim, conversation, path } = await openScene();
    const { platform } = await renderAs(guilde.current, 'claire', path);
    await log();
    const openSocket = platform.openSocket.bind(platform);
    platform.openSocket = (address) => {
      const socket = openSocket(address);
      setTimeout(() => socket.close());
      return socket;
    };
    guilde.current.deps.live.close();
    await sendText(karim, conversation.id, 'Pendant la coupure');
    expect(await inLog('Pendant la coupure')).toBeInTheDocument();
    expect(within(await log()).getAllByText('Pendant la coupure')).toHaveLength(1);
  });
});

describe('a line whose proxy refuses sockets', () => {
  it('has the unread number all the same, by asking', async () => {
    const { zoe, karim, conversation } = await openScene();
    const { total } = (await zoe.get<Unread>('/api/conversations/unread')).body;
    const { platform } = await renderAs(guilde.current, 'zoe', '/profile');
    await online();
    await waitFor(() => expect(platform.unread).toBe(total));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    platform.openSocket = () => silentSocket;
    guilde.current.deps.live.close();
    await expect.poll(() => useLive.getState().connection).toBe('reconnecting');
    await sendText(karim, conversation.id, 'Tu es là ?');
    vi.advanceTimersByTime(UNREAD_POLLING_MS);
    await expect.poll(() => platform.unread).toBe(total + 1);
    await expect.poll(() => screen.queryByText(/^Les nouveautés peuvent tarder de 30\s/)).not.toBeNull();
    expect(screen.getByText(/^Les nouveautés peuvent tarder de 30\s/)).toBeVisible();
  });

  it('has new SOS in the list on screen, by asking too', async () => {
    const { karim } = await openScene();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { platform } = await renderAs(guilde.current, 'claire', '/sos');
    await expect.poll(() => useLive.getState().connection).toBe('online');
    platform.openSocket = () => silentSocket;
    guilde.current.deps.live.close();
    await expect.poll(() => useLive.getState().connection).toBe('reconnecting');
    await postSos(karim, { title: 'Facture en double' });
    vi.advanceTimersByTime(REFETCH_MS);
    // Of the list a button shows what is new.
    await expect.poll(() => screen.queryByText(/nouveau SOS|Facture en double/)).not.toBeNull();
    expect(screen.getByText(/nouveau SOS|Facture en double/)).toBeVisible();
  });
});

describe('what was said before', () => {
  it('loads upwards without being announced as new', async () => {
    const { claire, conversation, path } = await openScene();
    for (let number = 1; number <= 60; number++) await sendText(claire, conversation.id, `Message ${number}`);
    const { user } = await renderAs(guilde.current, 'claire', path);
    await inLog('Message 60');
    expect(within(await log()).queryByText('Message 1')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Afficher les messages précédents' }));
    await inLog('Message 1');
    const texts = within(await log()).getAllByText(/^Message \d+$/);
    expect(texts.map((line) => line.textContent)).toEqual(
      Array.from({ length: 60 }, (_, at) => `Message ${at + 1}`),
    );
    expect(announced()).toEqual([]);
  });
});

describe('a long conversation', () => {
  it('keeps the line whose menu is open, also when what is shown moves away from it', async () => {
    const heights = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
    onTestFinished(() => heights.mockRestore());
    const { claire, karim, zoe, conversation, path } = await openScene();
    const members = [claire, karim, zoe] as const;
    for (let number = 1; number <= 42; number++)
      for (const [at, one] of members.entries()) await sendText(one, conversation.id, `${number}, ${at}`);
    const { user } = await renderAs(guilde.current, 'claire', path);
    await inLog('42, 2');
    const older = { name: 'Afficher les messages précédents' };
    await user.click(screen.getByRole('button', older));
    await inLog('15, 0');
    await user.click(screen.getByRole('button', older));
    await waitFor(() => expect(screen.queryByRole('button', older)).toBeNull());
    const messages = await log();
    const [button] = within(messages).getAllByRole('button', { name: /^Actions du message/ });
    const line = button?.closest<HTMLElement>('[data-index]');
    const place = Number(line?.dataset.index);
    await user.click(button as HTMLElement);
    const answer = await screen.findByRole('menuitem', { name: 'Répondre' });
    fireEvent.scroll(messages, { target: { scrollTop: place > 60 ? 0 : 6000 } });
    await waitFor(() => expect(messages.querySelector(`[data-index="${place + 1}"]`)).toBeNull());
    expect(line).toBeInTheDocument();
    expect(answer).toBeVisible();
  });
});

describe('the end of a conversation', () => {
  it('reaches everybody: the composer gives way to the outcome', async () => {
    const { claire, sos, path } = await openScene();
    const { user } = await renderAs(guilde.current, 'karim', path);
    await user.type(await composer(), 'Un brouillon');
    await online();
    await claire.post(`/api/sos/${sos.id}/close`);
    expect(await screen.findByText('Ce chat est fermé')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: sos.title })).toHaveFocus());
    expect(screen.getByText(/^SOS fermé sans résolution le\s/)).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Message' })).not.toBeInTheDocument();
    expect(await inLog('SOS fermé')).toBeInTheDocument();
    await claire.post(`/api/sos/${sos.id}/reopen`);
    expect(await composer()).toHaveValue('Un brouillon');
    expect(await inLog('SOS rouvert')).toBeInTheDocument();
  });

  it('refuses a message with the server’s text and keeps its content', async () => {
    const { claire, sos, path } = await openScene();
    const { user, platform } = await renderAs(guilde.current, 'karim', path);
    const box = await composer();
    await online();
    const { promise, resolve: release } = Promise.withResolvers<void>();
    platform.line.slow = promise;
    await user.type(box, 'Trop tard{Enter}');
    await claire.post(`/api/sos/${sos.id}/close`);
    release();
    expect(await screen.findByText('Non envoyé')).toBeInTheDocument();
    expect(within(await log()).getByText('Ce chat est fermé')).toBeInTheDocument();
    expect(within(await log()).getByText('Trop tard')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Supprimer' }));
    expect(within(await log()).queryByText('Trop tard')).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Annuler' }));
    expect(await within(await log()).findByText('Trop tard')).toBeInTheDocument();
    expect(within(await log()).getByText('Ce chat est fermé')).toBeInTheDocument();
  });

  it('is for the requester to declare, and a helper can leave', async () => {
    const { path } = await openScene();
    const asClaire = await renderAs(guilde.current, 'claire', path);
    await asClaire.user.click(await screen.findByRole('button', { name: 'Marquer comme résolu' }));
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
    asClaire.unmount();
    const { user, router } = await renderAs(guilde.current, 'karim', path);
    await composer();
    expect(screen.queryByRole('button', { name: 'Marquer comme résolu' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Actions de la conversation' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Quitter la conversation' }));
    await user.click(await screen.findByRole('button', { name: 'Quitter la conversation' }));
    await waitFor(() => expect(`/chat${router.state.location.search}`).not.toBe(path));
    await router.navigate(path);
    expect(await screen.findByText("Impossible d'accéder au chat pour ce SOS.")).toBeInTheDocument();
  });
});
