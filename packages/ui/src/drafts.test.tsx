import type { History, Message } from '@guilde/contracts/conversations/rules.ts';
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, createClient } from '../../../apps/api/test/client.ts';
import { PASSWORD } from '../../../apps/api/test/people.ts';
import { openChat, sendText } from '../../../apps/api/test/scenes.ts';
import { renderAs, renderWith, withGuilde } from '../test/render.tsx';
import { usePanelDraft } from './admin/panel-drafts.ts';
import { contactDrafts, useContactDrafts } from './contact/contact-draft.ts';
import { setComposerContext, useComposerContext } from './conversations/composer-context.tsx';
import { addOutgoing, setDraft, useUnsent } from './conversations/outgoing.ts';
import { forgetDrafts, forgetDraftsOfOthers, useDraftsOnDisk } from './drafts.ts';
import { type DesktopFeatures, type Platform, PlatformProvider } from './platform.ts';
import { useRatingDrafts } from './ratings/rating-drafts.ts';
import { newDraft, useSosDrafts } from './sos/sos-draft.ts';

const guilde = withGuilde();

beforeEach(() => {
  useUnsent.setState({ messages: {}, drafts: {} });
  useSosDrafts.setState({ byMember: {} });
  useContactDrafts.setState({ byWriter: {} });
  localStorage.clear();
});

const contact = (id: string) =>
  ({ id }) as Parameters<ReturnType<typeof useContactDrafts.getState>['keep']>[1];

const onDevice = () => JSON.stringify([localStorage, sessionStorage]);
/** Returns the names under which the device stores contents that include the words. */
const kept = (words: string) =>
  [localStorage, sessionStorage].flatMap((storage) =>
    Object.entries<string>(storage).filter(([, content]) => content.includes(words)),
  );

it('what a member wrote leaves the device with them, and nobody else’s', () => {
  for (const memberId of ['claire', 'karim']) {
    setDraft(memberId, 'ads', `Brouillon de ${memberId}`);
    addOutgoing({
      id: `sent-by-${memberId}`,
      memberId,
      conversationId: 'ads',
      content: `Message de ${memberId}`,
      writtenAt: 1,
      problem: null,
    });
    useSosDrafts.getState().keep(memberId, { ...newDraft(), title: `SOS de ${memberId}` });
    useContactDrafts.getState().keep(memberId, contact(`contact-${memberId}`));
    useContactDrafts.getState().keep(`rights ${memberId}`, contact(`right-${memberId}`));
  }
  forgetDrafts('claire');
  const stored = onDevice();
  expect(stored).not.toContain('claire');
  expect(stored).toContain('Brouillon de karim');
  expect(stored).toContain('Message de karim');
  expect(stored).toContain('SOS de karim');
  expect(stored).toContain('contact-karim');
  expect(stored).toContain('right-karim');
  expect(Object.keys(useUnsent.getState().messages)).toEqual(['sent-by-karim']);
});

it('a draft that another window has sent, or begun, is so here too', () => {
  useSosDrafts.getState().keep('claire', { ...newDraft(), title: 'Publié ailleurs' });
  useContactDrafts.getState().keep('claire', contact('sent-elsewhere'));
  const elsewhere = { 'sos-drafts': { karim: { title: 'Commencé ailleurs' } }, 'contact-drafts': {} };
  for (const [key, drafts] of Object.entries(elsewhere)) {
    localStorage.setItem(key, JSON.stringify({ state: { byMember: drafts, byWriter: drafts }, version: 1 }));
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }
  expect(useSosDrafts.getState().byMember).toEqual({ karim: { title: 'Commencé ailleurs' } });
  expect(useContactDrafts.getState().byWriter).toEqual({});
});

it('what is kept in memory alone leaves with its member too, and stays for them', () => {
  const note = () => renderHook(() => usePanelDraft('note', '')).result.current;
  const rating = () => renderHook(() => useRatingDrafts('sos')).result.current;
  const correction = () => renderHook(() => useComposerContext('ads')).result.current;
  const written = () => [note().text, rating().drafts, correction()];
  const write = () => {
    const [{ change }, { update }] = [note(), rating()];
    act(() => {
      change('Une note');
      update('karim', { comment: 'Merci' });
      setComposerContext('ads', { kind: 'reply', message: { id: 'answered' } as Message });
    });
  };
  forgetDraftsOfOthers('claire');
  write();
  forgetDraftsOfOthers('claire');
  forgetDrafts('zoe');
  expect(written()).toMatchObject(['Une note', { karim: { comment: 'Merci' } }, { kind: 'reply' }]);
  act(() => forgetDraftsOfOthers('karim'));
  expect(written()).toEqual(['', {}, undefined]);
  write();
  act(() => forgetDrafts('karim'));
  expect(written()).toEqual(['', {}, undefined]);
});

it('a member’s message to the team is on the device, a visitor’s in the tab until somebody signs in', () => {
  for (const key of ['claire', 'rights claire', 'visitor', 'rights visitor'])
    contactDrafts(key).keep(key, contact(`of ${key}`));
  expect(Object.keys(JSON.parse(localStorage['contact-drafts']).state.byWriter)).toEqual([
    'claire',
    'rights claire',
  ]);
  expect(Object.keys(JSON.parse(sessionStorage['contact-drafts']).state.byWriter)).toEqual([
    'visitor',
    'rights visitor',
  ]);
  forgetDraftsOfOthers('claire');
  expect(onDevice()).toContain('of claire');
  expect(onDevice()).toContain('of rights claire');
  expect(onDevice()).not.toContain('visitor');
});

it('the desktop app writes a message to the team to the disk while it is written', async () => {
  const saveStorage = vi.fn();
  const desktop = { saveStorage } as unknown as DesktopFeatures;
  const platform = { desktop } as Platform;
  renderHook(useDraftsOnDisk, {
    wrapper: ({ children }) => <PlatformProvider value={platform}>{children}</PlatformProvider>,
  });
  useContactDrafts.getState().keep('claire', contact('begun'));
  await waitFor(() => expect(saveStorage).toHaveBeenCalled());
});

describe('words that were not sent', () => {
  const WORDS = 'Ma marge sur ce produit est de 61';

  async function signIn(): Promise<Client> {
    const client = createClient(guilde.current.url);
    const { email } = await guilde.current.as('claire');
    await client.post('/api/auth/sign-in', { email, password: PASSWORD });
    return client;
  }

  /** Claire has a half-written SOS in its form, and a message and a draft wait in a chat. */
  async function writing() {
    const view = renderWith(guilde.current, await signIn(), '/sos/new');
    const title = await screen.findByLabelText('Titre');
    const { id: memberId } = await guilde.current.as('claire');
    setDraft(memberId, 'ads', WORDS);
    addOutgoing({
      id: 'unsent',
      memberId,
      conversationId: 'ads',
      content: WORDS,
      writtenAt: 1,
      problem: null,
    });
    await view.user.type(title, WORDS);
    return view;
  }

  const atSignIn = () => screen.findByRole('heading', { name: 'Connexion' });

  it('leave a browser with who signs out, the last letters too', async () => {
    const { user } = await writing();
    await waitFor(() => expect(onDevice()).toContain(WORDS));
    const title = screen.getByLabelText('Titre');
    await user.click(screen.getByRole('button', { name: /Mon compte/ }));
    const signOut = await screen.findByRole('menuitem', { name: 'Se déconnecter' });
    fireEvent.change(title, { target: { value: `${WORDS}, en marge` } });
    await user.click(signOut);
    await atSignIn();
    await waitFor(() => expect(kept('marge')).toEqual([]));
  });

  it('leave it when the session is ended on another device', async () => {
    await writing();
    await (await signIn()).delete('/api/auth/sessions');
    await atSignIn();
    await waitFor(() => expect(kept('marge')).toEqual([]));
  });

  it('leave it when somebody else signs in', async () => {
    const { unmount } = await writing();
    unmount();
    expect(onDevice()).toContain(WORDS);
    await renderAs(guilde.current, 'karim', '/home');
    await screen.findByRole('heading', { name: /Bonjour Karim/ });
    await waitFor(() => expect(kept('marge')).toEqual([]));
  });

  it('wait for their member when the session has only expired, and are sent then', async () => {
    const { id: memberId } = await guilde.current.as('claire');
    const karim = await guilde.current.as('karim');
    const { sos, conversation } = await openChat(await signIn(), karim);
    await sendText(karim, conversation.id, 'Combien te reste-t-il ?');
    const { router } = await writing();
    addOutgoing({
      id: crypto.randomUUID(),
      memberId,
      conversationId: conversation.id,
      content: 'Il me reste 61 %',
      writtenAt: 2,
      problem: null,
    });
    guilde.current.clock.advance(400 * 86_400_000);
    await router.navigate('/directory');
    await atSignIn();
    expect(onDevice()).toContain(WORDS);
    const again = renderWith(guilde.current, await signIn(), `/chat?sos=${sos.id}`);
    expect(await screen.findByText('Combien te reste-t-il ?')).toBeVisible();
    await waitFor(async () => {
      const { body } = await (await signIn()).get<History>(`/api/conversations/${conversation.id}/messages`);
      expect(body.messages.map(({ content }) => content)).toContain('Il me reste 61 %');
    });
    await again.router.navigate('/sos/new');
    expect(await screen.findByLabelText('Titre')).toHaveValue(WORDS);
  });
});
