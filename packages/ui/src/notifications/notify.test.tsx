import { PRESENCE_TIMEOUT_MS } from '@guilde/contracts/live/protocol.ts';
import { DEFAULT_SETTINGS, type Settings } from '@guilde/contracts/settings/rules.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Client } from '../../../../apps/api/test/client.ts';
import { PASSWORD } from '../../../../apps/api/test/people.ts';
import { granted, openChat, postSos, REMOVAL, sendText } from '../../../../apps/api/test/scenes.ts';
import { renderWith, taken, withGuilde } from '../../test/render.tsx';
import { useLive } from '../live.ts';

const guilde = withGuilde();

const SETTINGS = { ...DEFAULT_SETTINGS, pushExtracts: true };

afterEach(() => vi.restoreAllMocks());

async function tabOf(client: Client, path: string, options: Parameters<typeof renderWith>[3] = {}) {
  const { body } = await client.get<Settings>('/api/settings');
  await client.put('/api/settings', { ...body, pushExtracts: true });
  const view = renderWith(guilde.current, client, path, { consent: 'granted', ...options });
  await screen.findByRole('main');
  await waitFor(() => expect(useLive.getState().connection).toBe('online'));
  return view;
}
function lookAway(visibility: DocumentVisibilityState = 'hidden') {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}
function lookAgain() {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
}
async function signedInAgain({ email }: Client) {
  const other = guilde.current.visitor();
  await other.post('/api/auth/sign-in', { email, password: PASSWORD });
  return other.live();
}
/** The clock is set back by an hour while `passed` milliseconds pass. */
function setClockBack(passed: number) {
  const [wall, monotonic] = [Date.now.bind(Date), performance.now.bind(performance)];
  vi.spyOn(Date, 'now').mockImplementation(() => wall() - 3_600_000);
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + passed);
}
/** The last one is shown, so all earlier ones are decided. */
async function onlyShown(platform: { shown: { body: string }[] }, count: number, last: string) {
  await waitFor(() => expect(platform.shown.at(-1)?.body).toBe(last));
  expect(platform.shown).toHaveLength(count);
}

test('a message is told of when nobody looks, and a click opens its chat', async () => {
  const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  const { sos, conversation } = await openChat(claire, karim);
  await sendText(karim, conversation.id, 'Avant');
  const { platform, router } = await tabOf(claire, '/home');
  lookAgain();
  await sendText(karim, conversation.id, 'Sous tes yeux');
  await taken(platform, 'Sous tes yeux');
  lookAway();
  await sendText(claire, conversation.id, 'De moi, ailleurs');
  const message = await sendText(karim, conversation.id, 'Pendant\nton absence');
  await onlyShown(platform, 1, 'Pendant ton absence');
  expect(platform.shown).toEqual([
    {
      id: message.id,
      title: `Karim Benali · ${sos.title}`,
      body: 'Pendant ton absence',
      path: `/chat?sos=${sos.id}`,
      silent: false,
      tag: `chat:${message.conversationId}`,
    },
  ]);
  platform.navigate(platform.shown[0]?.path ?? '');
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/chat', search: `?sos=${sos.id}` }),
  );
  platform.navigate('//ailleurs.example');
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
});

test('what was told of a message goes with it, and what was told of a chat once it is read elsewhere', async () => {
  const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  const { conversation } = await openChat(claire, karim);
  const { platform } = await tabOf(claire, '/home');
  lookAway();
  await sendText(karim, conversation.id, 'Bonjour');
  const { id } = await sendText(karim, conversation.id, 'Oups');
  await waitFor(() => expect(platform.shown).toHaveLength(2));
  const tag = `chat:${conversation.id}`;
  await karim.delete(`/api/conversations/${conversation.id}/messages/${id}`);
  await waitFor(() => expect(platform.closed).toEqual([{ id, tag }]));
  await claire.put(`/api/conversations/${conversation.id}/read`, { seq: 99 });
  await waitFor(() => expect(platform.closed).toEqual([{ id, tag }, { tag }]));
});

test('a chat that can be seen, in a window without the focus, is not told of; another one is', async () => {
  const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  const seen = await openChat(claire, karim);
  const other = await openChat(claire, karim);
  const { platform } = await tabOf(claire, `/chat?sos=${seen.sos.id}`);
  await screen.findByRole('log');
  lookAway('visible');
  await sendText(karim, seen.conversation.id, 'Ici');
  await sendText(karim, other.conversation.id, 'Là');
  await onlyShown(platform, 1, 'Là');
});

test('nothing is told beside the desktop app, nor while the member looks at another browser; each has its session', async () => {
  const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  const { conversation } = await openChat(claire, karim);
  const { platform } = await tabOf(claire, '/home');
  lookAway();
  const sameBrowser = await claire.live();
  const elsewhere = await signedInAgain(claire);
  sameBrowser.send({ type: 'attention', state: 'looking' });
  await sameBrowser.next('attention', ({ state }) => state === 'looking');
  elsewhere.send({ type: 'attention', state: 'near' });
  const { connectionId } = await elsewhere.next('attention', ({ state }) => state === 'near');
  await sendText(karim, conversation.id, 'Le bureau le dit');
  elsewhere.send({ type: 'attention', state: 'looking' });
  await sendText(karim, conversation.id, 'Elle le voit');
  await taken(platform, 'Elle le voit');
  elsewhere.close();
  // A page of hers that ends is away too.
  await sameBrowser.next(
    'attention',
    (event) => event.state === 'away' && event.connectionId === connectionId,
  );
  await sendText(karim, conversation.id, 'Elle n’est plus là');
  await onlyShown(platform, 1, 'Elle n’est plus là');
  sameBrowser.send({ type: 'attention', state: 'away' });
  await sameBrowser.next('attention', ({ state }) => state === 'away');
  sameBrowser.close();
});

test('what one does on a page is told to the member’s other clients, and that one has left it', async () => {
  const claire = await guilde.current.as('claire');
  const elsewhere = await signedInAgain(claire);
  const said = () => elsewhere.events.flatMap((event) => (event.type === 'attention' ? [event.state] : []));
  lookAgain();
  const { user } = await tabOf(claire, '/home');
  await user.keyboard('a');
  await waitFor(() => expect(said()).toEqual(['looking']));
  await user.keyboard('b');
  lookAway();
  await waitFor(() => expect(said()).toEqual(['looking', 'away']));
  elsewhere.close();
});

test('presence lasts as long as it lasts when the clock is set back', async () => {
  const [claire, karim] = [await guilde.current.as('claire'), await guilde.current.as('karim')];
  const { conversation } = await openChat(claire, karim);
  const elsewhere = await signedInAgain(claire);
  const said = () => elsewhere.events.flatMap((event) => (event.type === 'attention' ? [event.state] : []));
  lookAgain();
  const { user, platform } = await tabOf(claire, '/home');
  await user.keyboard('a');
  await waitFor(() => expect(said()).toEqual(['looking']));
  elsewhere.send({ type: 'attention', state: 'looking' });
  const looks = () => platform.frames.filter((frame) => frame.includes('"looking"'));
  await waitFor(() => expect(looks()).toHaveLength(2));
  setClockBack(PRESENCE_TIMEOUT_MS);
  await user.keyboard('b');
  await waitFor(() => expect(said()).toEqual(['looking', 'looking', 'looking']));
  lookAway();
  await sendText(karim, conversation.id, 'Plus personne ne regarde');
  await onlyShown(platform, 1, 'Plus personne ne regarde');
  elsewhere.close();
});

test('an SOS that asks for a member is told of, silently without sound', async () => {
  const [lucie, karim] = [await guilde.current.as('lucie'), await guilde.current.as('karim')];
  await lucie.put('/api/settings', { ...SETTINGS, sound: false, alertsPerDay: 1 });
  const { platform } = await tabOf(lucie, '/home');
  lookAway();
  const needed = await postSos(karim, { isUrgent: true, title: 'Campagne en panne' });
  await onlyShown(platform, 1, 'Karim Benali cherche de l’aide\u00a0: Publicité');
  expect(platform.shown[0]).toMatchObject({
    title: 'SOS urgent\u00a0: Campagne en panne',
    path: `/sos/${needed.id}`,
    silent: true,
  });
  await postSos(karim);
  await guilde.current.deps.jobs.drain();
  const { conversation } = await openChat(karim, lucie);
  await sendText(karim, conversation.id, 'Merci');
  await onlyShown(platform, 2, 'Merci');
});

/** The installation's hour is not the machine's. */
const at = (shift: number) => `${String((new Date().getHours() + shift + 24) % 24).padStart(2, '0')}:00`;

test.each([
  ['of what is switched off', () => ({ notifyMessages: false })],
  [
    'while another device asked for an hour without',
    () => ({ quietUntil: new Date(Date.now() + 3_600_000).toISOString() }),
  ],
  ['in quiet hours', () => ({ quietHours: { from: at(-1), to: at(2) } })],
])('nothing is told %s, until that is changed', async (_, change) => {
  const [paul, karim] = [await guilde.current.as('paul'), await guilde.current.as('karim')];
  const { conversation } = await openChat(paul, karim);
  await paul.put('/api/settings', { ...SETTINGS, ...change() });
  const { platform } = await tabOf(paul, '/home');
  lookAway();
  await sendText(karim, conversation.id, 'Tu es là ?');
  await taken(platform, 'Tu es là ?');
  await paul.put('/api/settings', SETTINGS);
  await sendText(karim, conversation.id, 'Et maintenant ?');
  await onlyShown(platform, 1, 'Et maintenant ?');
});

test('nothing is told without permission, nor by a page whose shell does it', async () => {
  const [paul, karim] = [await guilde.current.as('paul'), await guilde.current.as('karim')];
  const { conversation } = await openChat(paul, karim);
  const asking = await tabOf(paul, '/home', { consent: 'default' });
  lookAway();
  await sendText(karim, conversation.id, 'Sans permission');
  await taken(asking.platform, 'Sans permission');
  asking.platform.consent.now = 'granted';
  await sendText(karim, conversation.id, 'Avec permission');
  await onlyShown(asking.platform, 1, 'Avec permission');
  asking.unmount();

  const { platform } = await tabOf(paul, '/home', { mode: 'shell' });
  await sendText(karim, conversation.id, 'Par le bureau');
  await taken(platform, 'Par le bureau');
  expect(platform.shown).toEqual([]);
});

test('an invitation to help is told of once, though the SOS itself has been, and leads to it', async () => {
  const [lucie, hugo] = [await guilde.current.as('lucie'), await guilde.current.as('hugo')];
  await hugo.put('/api/settings', { ...SETTINGS, alertsPerDay: 10 });
  const { platform } = await tabOf(hugo, '/home');
  lookAway();
  const sos = await postSos(lucie, { title: 'Compte bloqué', specialties: ['ads'] });
  await waitFor(() => expect(platform.shown).toHaveLength(1));
  for (let sent = 0; sent < 2; sent++)
    granted(await lucie.post(`/api/sos/${sos.id}/help-requests`, { memberId: hugo.id }));
  await onlyShown(platform, 2, sos.excerpt);
  expect(platform.shown.at(-1)).toMatchObject({
    title: 'Lucie Moreau t’invite à aider\u00a0: Compte bloqué',
    path: `/sos/${sos.id}`,
  });
});

test.each([
  ['declined elsewhere', 'hugo', 'sos/ID/decline', undefined],
  ['opened elsewhere', 'hugo', 'sos/ID/view', undefined],
  ['closed', 'lucie', 'sos/ID/close', undefined],
  ['removed', 'nina', 'admin/sos/ID/delete', REMOVAL],
] as const)('what was told of an SOS goes once that is %s', async (_, who, act, reason) => {
  const [lucie, hugo] = [await guilde.current.as('lucie'), await guilde.current.as('hugo')];
  await hugo.put('/api/settings', { ...SETTINGS, alertsPerDay: 10 });
  const { platform } = await tabOf(hugo, '/home');
  lookAway();
  const { id } = await postSos(lucie, { title: 'Compte bloqué', specialties: ['ads'] });
  await waitFor(() => expect(platform.shown).toMatchObject([{ tag: `sos:${id}` }]));
  granted(await (await guilde.current.as(who)).post(`/api/${act.replace('ID', id)}`, reason));
  await waitFor(() => expect(platform.closed).toEqual([{ tag: `sos:${id}` }]));
});
