import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { answerEvent, propose, withEvents } from '../../../../apps/api/test/event-scenes.ts';
import { granted, join, openChat, postSos, sendText } from '../../../../apps/api/test/scenes.ts';
import { online, renderAs, renderWith, spoken, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

beforeEach(() => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => vi.restoreAllMocks());

const toastOf = async (text: string | RegExp) => {
  const title = await screen.findByText(text, { selector: '[data-sonner-toast] *' });
  return within(title.closest<HTMLElement>('[data-sonner-toast]') ?? title);
};
const shownToasts = () => document.querySelectorAll('[data-sonner-toast]').length;
const menuOf = (name: RegExp) => screen.findAllByRole('link', { name });

async function people() {
  const { current } = guilde;
  return Promise.all([current.as('claire'), current.as('karim'), current.as('zoe')]);
}

test('an author on another page sees who joined, and a dot, a row and one action lead to the chat', async () => {
  const [claire, karim] = await people();
  const sos = await postSos(claire, { title: 'Flux refusé', specialties: [] });
  const { user, router } = await renderAs(guilde.current, 'claire', '/directory');
  await online();
  await join(karim, sos.id);
  const toast = await toastOf('Karim a rejoint ton SOS');
  expect(toast.getByText('Flux refusé')).toBeVisible();
  await waitFor(() =>
    expect(spoken()).toContain(
      'Karim a rejoint ton SOS «\u00a0Flux refusé\u00a0». Alt + T pour «\u00a0Ouvrir le chat\u00a0».',
    ),
  );
  expect(await menuOf(/^Chat, du nouveau dans ton SOS$/)).toHaveLength(2);
  await router.navigate('/home');
  const turn = within(await screen.findByRole('list', { name: 'À toi de jouer' }));
  const [first] = await turn.findAllByRole('link');
  expect(first).toHaveAccessibleName(/^Karim a rejoint ton SOS\s: «\sFlux refusé\s»$/);
  await user.click(toast.getByRole('button', { name: 'Ouvrir le chat' }));
  await waitFor(() => expect(router.state.location.search).toBe(`?sos=${sos.id}`));
  await waitFor(() => expect(screen.queryByRole('link', { name: /du nouveau/ })).toBeNull());
});

test('a seat taken while the page asks for the first time what is new shows too', async () => {
  const [claire, karim] = await people();
  const sos = await postSos(claire, { title: 'Colis perdu', specialties: [] });
  const [read, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const request: Client['request'] = async (path, init) => {
    const answer = await claire.request(path, init);
    if (!path.endsWith('/unseen')) return answer;
    read.resolve();
    await told.promise;
    return answer;
  };
  renderWith(guilde.current, { ...claire, request }, '/directory');
  await online();
  await read.promise;
  await join(karim, sos.id);
  await toastOf('Karim a rejoint ton SOS');
  told.resolve();
  expect(await menuOf(/^Chat, du nouveau dans ton SOS$/)).toHaveLength(2);
});

test('a member whom a wave asks sees it on any page, and takes a seat with one action', async () => {
  const [claire, karim] = await people();
  granted(await karim.put('/api/settings', { ...DEFAULT_SETTINGS, alertsPerDay: 10 }));
  const { user, router } = await renderAs(guilde.current, 'karim', '/profile');
  await online();
  const sos = await postSos(claire, { title: 'Paiement bloqué', specialties: ['cro'] });
  const toast = await toastOf(/^Claire a besoin d’aide\s: Paiement bloqué$/);
  expect(await menuOf(/^SOS, un SOS a besoin de toi$/)).toHaveLength(2);
  await user.click(toast.getByRole('button', { name: 'Je peux aider' }));
  await waitFor(() => expect(router.state.location.search).toBe(`?sos=${sos.id}`));
  await waitFor(() => expect(screen.queryByRole('link', { name: /besoin de toi/ })).toBeNull());
});

test('a guest on another page sees that an event is cancelled, and one action leads to its page', async () => {
  const [claire, karim] = await people();
  await withEvents(guilde.current);
  const room = await propose(guilde.current, claire);
  granted(await answerEvent(karim, room.id));
  const { user, router } = await renderAs(guilde.current, 'karim', '/directory');
  await online();
  granted(await claire.post(`/api/events/${room.id}/cancel`, { reason: 'Je suis malade.' }));
  await guilde.current.deps.jobs.drain();
  const toast = await toastOf(/^Annulé/);
  await user.click(toast.getByRole('button', { name: 'Voir l’événement' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${room.id}`));
});

test('the page of an event shows what is new by itself, and it is announced', async () => {
  const [claire, karim] = await people();
  await withEvents(guilde.current);
  const room = await propose(guilde.current, claire);
  granted(await answerEvent(karim, room.id));
  await renderAs(guilde.current, 'karim', `/events/${room.id}`);
  await online();
  granted(await claire.post(`/api/events/${room.id}/cancel`, { reason: 'Je suis malade.' }));
  await guilde.current.deps.jobs.drain();
  await waitFor(() => expect(spoken()).toContainEqual(expect.stringMatching(/^Annulé/)));
  expect(shownToasts()).toBe(0);
});

test('the first message, mentions and answers are seen too, in place of the toast before; a muted chat is silent', async () => {
  const [claire, karim, zoe] = await people();
  const { conversation } = await openChat(claire, karim, zoe);
  granted(await claire.put(`/api/conversations/${conversation.id}/read`, { seq: conversation.lastSeq }));
  await renderAs(guilde.current, 'claire', '/directory');
  await online();
  await sendText(karim, conversation.id, 'As-tu un numéro ?');
  const first = await toastOf(`Karim · ${conversation.title}`);
  expect(first.getByText('As-tu un numéro ?')).toBeVisible();
  await sendText(zoe, conversation.id, 'Moi aussi');
  const mention = { id: crypto.randomUUID(), content: '@Claire ?', mentions: [claire.id] };
  granted(await zoe.post(`/api/conversations/${conversation.id}/messages`, mention));
  await toastOf(`Zoé te mentionne · ${conversation.title}`);
  expect(shownToasts()).toBe(1);
});

test('without the focus a window leaves it to the notification; where it shows by itself there is no toast', async () => {
  const [claire, karim, zoe] = await people();
  const sos = await postSos(claire, { title: 'Retours en masse', specialties: [] });
  await renderAs(guilde.current, 'claire', `/sos/${sos.id}`);
  await online();
  await join(karim, sos.id);
  await waitFor(() => expect(spoken()).toEqual(['Karim a rejoint ton SOS «\u00a0Retours en masse\u00a0»']));
  expect(shownToasts()).toBe(0);
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await join(zoe, sos.id);
  await waitFor(() => expect(spoken()).toHaveLength(2));
  expect(shownToasts()).toBe(0);
});
