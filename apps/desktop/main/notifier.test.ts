import type { Conversation, Participant } from '@guilde/contracts/conversations/rules.ts';
import type { LiveEvent } from '@guilde/contracts/live/protocol.ts';
import type { Settings } from '@guilde/contracts/settings/rules.ts';
import type { Sos } from '@guilde/contracts/sos/rules.ts';
import { describe, expect, it, vi } from 'vitest';
import type { FakeNotification } from '../test/fake-windows.ts';
import { claires, message, SOS_ID } from '../test/notifier-scenes.ts';
import { routeOfLink } from './deep-links.ts';
import { SHOWN_AT_MOST } from './notifier.ts';

it('one event is told once, however often it comes; its conversation is asked for once', async () => {
  const { notifier, shown, asked } = claires();
  await notifier.onEvent(message('one'));
  await notifier.onEvent(message('one'));
  await notifier.onEvent(message('two'));
  expect(shown.length).toBe(2);
  expect(asked()).toBe(1);
});

it('a deleted message takes its notification along, also one that is still being named', async () => {
  const name = Promise.withResolvers<void>();
  const { notifier, shown } = claires({}, true, 'linux', () => name.promise);
  const deleted = (id: string): LiveEvent => {
    const { message: known } = message(id, '') as Extract<LiveEvent, { type: 'message.created' }>;
    return { type: 'message.changed', message: { ...known, kind: 'deleted', revision: 1 } };
  };
  const naming = notifier.onEvent(message('one'));
  const leaving = notifier.onEvent(deleted('one'));
  name.resolve();
  await Promise.all([naming, leaving]);
  await notifier.onEvent(message('two'));
  await notifier.onEvent(message('three'));
  await notifier.onEvent(deleted('two'));
  expect(shown.map(({ isOnScreen }) => isOnScreen)).toEqual([false, false, true]);
});

const sos = {
  id: SOS_ID,
  author: { firstName: 'Karim', lastName: 'Benali' },
  title: 'Colis bloqué',
  excerpt: 'Depuis lundi.',
  specialties: ['ads'],
  status: 'open',
  helpers: [],
  conversation: null,
} as unknown as Sos;

it('an invitation to help is told, though its SOS has been, and once', async () => {
  const { notifier, shown, opened } = claires();
  await notifier.onEvent({ type: 'sos.alerted', sos });
  for (let time = 0; time < 2; time++)
    await notifier.onEvent({ type: 'help.requested', memberId: 'claire', sos });
  await notifier.onEvent({ type: 'help.requested', memberId: 'paul', sos: { ...sos, id: 'another' } });
  expect(shown.map(({ options }) => options.title)).toEqual([
    'SOS\u00a0: Colis bloqué',
    'Karim Benali t’invite à aider\u00a0: Colis bloqué',
  ]);
  shown.at(-1)?.emit('click');
  expect(opened).toEqual([`/sos/${SOS_ID}`]);
});

const helper = { id: 'claire' } as Sos['helpers'][number];
const seats = { maxParticipants: 5 } as NonNullable<Sos['conversation']>;

it.each<[string, LiveEvent]>([
  ['it is declined elsewhere', { type: 'sos.declined', sosId: SOS_ID }],
  ['it is opened elsewhere', { type: 'sos.reached', sosId: SOS_ID }],
  ['it is removed', { type: 'sos.removed', sosId: SOS_ID }],
  ['it is resolved', { type: 'sos.updated', sos: { ...sos, status: 'resolved' } }],
  ['it is closed', { type: 'sos.updated', sos: { ...sos, status: 'closed' } }],
  ['she helps', { type: 'sos.updated', sos: { ...sos, helpers: [helper] } }],
  [
    'no seat is free',
    { type: 'sos.updated', sos: { ...sos, conversation: { ...seats, currentParticipants: 5 } } },
  ],
])('what was told of an SOS goes once %s; that of another one and of its chat stay', async (_, event) => {
  const { notifier, shown } = claires();
  await notifier.onEvent({ type: 'sos.alerted', sos });
  await notifier.onEvent({ type: 'help.requested', memberId: 'claire', sos });
  await notifier.onEvent({ type: 'sos.alerted', sos: { ...sos, id: 'another' } });
  await notifier.onEvent(message('one'));
  await notifier.onEvent({ type: 'sos.updated', sos });
  expect(shown.every(({ isOnScreen }) => isOnScreen)).toBe(true);
  await notifier.onEvent(event);
  expect(shown.map(({ isOnScreen }) => isOnScreen)).toEqual([false, false, true, true]);
});

it('texts that were read elsewhere while the computer slept go at the next greeting, and no other news', async () => {
  const { notifier, shown } = claires();
  const requester = { member: { id: 'claire' }, role: 'requester' } as Participant;
  const conversation = { id: 'ads', sosId: SOS_ID, title: 'Colis', participants: [requester] };
  const greeted = (conversations: Record<string, number>, total: number): LiveEvent => ({
    ...{ type: 'hello', memberId: 'claire', sessionId: 'session' },
    unread: { total, conversations, positions: {} },
  });
  const { message: text } = message('joined') as Extract<LiveEvent, { type: 'message.created' }>;
  await notifier.onEvent({ type: 'conversation.updated', conversation: conversation as Conversation });
  await notifier.onEvent({ type: 'message.created', message: { ...text, kind: 'joined' } });
  await notifier.onEvent(message('one'));
  await notifier.onEvent(message('two', 'Bonjour', 'douane'));
  await notifier.onEvent(greeted({ ads: 1, douane: 1 }, 2));
  expect(shown.map(({ isOnScreen }) => isOnScreen)).toEqual([true, true, true]);
  await notifier.onEvent(greeted({ douane: 1 }, 1));
  expect(shown.map(({ isOnScreen }) => isOnScreen)).toEqual([true, false, true]);
});

it('an SOS that asks no longer goes at the greeting after the computer slept', async () => {
  const { notifier, shown, asking } = claires();
  const other = '9a7a4d0e-7d5b-4c92-9d4e-0d4b8f6a2c11';
  const greeted = (gap: { isComplete?: true }): LiveEvent => ({
    ...{ type: 'hello', memberId: 'claire', sessionId: 'session', ...gap },
    unread: { total: 1, conversations: { ads: 1 }, positions: {} },
  });
  await notifier.onEvent({ type: 'sos.alerted', sos });
  await notifier.onEvent({ type: 'help.requested', memberId: 'claire', sos: { ...sos, id: other } });
  await notifier.onEvent(message('one'));
  asking.push(other);
  await notifier.onEvent(greeted({ isComplete: true }));
  expect(shown.map(({ isOnScreen }) => isOnScreen)).toEqual([true, true, true]);
  await notifier.onEvent(greeted({}));
  expect(shown.map(({ isOnScreen }) => isOnScreen)).toEqual([false, true, true]);
});

it('the later word about an event takes the place of the earlier', async () => {
  const { notifier, shown } = claires();
  const told = (id: string, eventId: string): LiveEvent => ({
    ...{ type: 'event.told', id, eventId, title: 'Douane', body: 'Demain à 10 h' },
    isAwaited: true,
  });
  for (const event of [told('one', 'a'), told('two', 'b'), told('three', 'a')]) await notifier.onEvent(event);
  expect(shown.map(({ isOnScreen }) => isOnScreen)).toEqual([false, true, true]);
});

it('an announcement is told once, leads to the list, and goes once it is read elsewhere', async () => {
  const { notifier, shown, opened } = claires();
  const event = {
    type: 'announcement.received',
    isPushed: true,
    announcement: {
      ...{ id: 'announcement-1', title: 'Entretien', text: 'Dimanche.', link: '' },
      ...{ authorName: 'Nina', receivedAt: '2026-11-17T09:00:00.000Z', readAt: null },
    },
  } as const;
  for (let time = 0; time < 2; time++) await notifier.onEvent(event);
  expect(shown.map(({ options }) => options.title)).toEqual(['Annonce\u00a0: Entretien']);
  shown[0]?.emit('click');
  expect(opened).toEqual(['/announcements']);
  await notifier.onEvent({ ...event, announcement: { ...event.announcement, id: 'announcement-2' } });
  await notifier.onEvent({ type: 'announcement.removed', announcementId: 'announcement-2', readAt: null });
  expect(shown.map(({ isOnScreen }) => isOnScreen)).toEqual([false, false]);
});

it.each([
  ['in quiet hours', { quietHours: { from: '22:00', to: '08:00' } }],
  ['when messages are switched off', { notifyMessages: false }],
] as const)('nothing %s', async (_when, settings) => {
  const { notifier, shown } = claires(settings);
  await notifier.onEvent(message('one'));
  expect(shown).toEqual([]);
});

it('quiet hours that end while a message is being named do not tell it after all', async () => {
  const name = Promise.withResolvers<void>();
  const settings: Partial<Settings> = { quietHours: { from: '22:00', to: '08:00' } };
  const { notifier, shown } = claires(settings, true, 'linux', () => name.promise);
  const naming = notifier.onEvent(message('late'));
  settings.quietHours = null;
  name.resolve();
  await naming;
  expect(shown).toEqual([]);
  await notifier.onEvent(message('early', 'Il est tôt.'));
  expect(shown.map(({ options }) => options.body)).toEqual(['Il est tôt.']);
});

it('what comes in one order is told in that order, however long each name takes', async () => {
  const answers: (() => void)[] = [];
  const { notifier, shown } = claires(
    {},
    true,
    'linux',
    () => new Promise((resolve) => answers.push(resolve)),
  );
  const first = notifier.onEvent(message('one', 'premier', 'a'));
  const second = notifier.onEvent(message('two', 'second', 'b'));
  answers[1]?.();
  answers[0]?.();
  await Promise.all([first, second]);
  expect(shown.map(({ options }) => options.body)).toEqual(['premier', 'second']);
});

it('one event that fails keeps none of the later ones from being told', async () => {
  const answers = [Promise.reject(new Error('Newer than this app'))];
  const { notifier, shown } = claires({}, true, 'linux', () => answers.pop() ?? Promise.resolve());
  await expect(notifier.onEvent(message('one'))).rejects.toThrow('Newer than this app');
  await notifier.onEvent(message('two', 'Encore là.'));
  expect(shown.map(({ options }) => options.body)).toEqual(['Encore là.']);
});

it('a burst that grows is not told again with each of its messages', async () => {
  vi.useFakeTimers();
  const { notifier, shown } = claires();
  for (let count = 0; count < 30; count++) await notifier.onEvent(message(`m${count}`));
  expect(shown.map(({ options }) => options.body).slice(SHOWN_AT_MOST)).toEqual([
    '5 nouveautés t’attendent.',
  ]);
  vi.advanceTimersByTime(5000);
  expect(shown.at(-1)?.options.body).toBe('30 nouveautés t’attendent.');
  expect(shown.filter(({ isOnScreen }) => isOnScreen)).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(shown).toHaveLength(SHOWN_AT_MOST + 2);
  vi.useRealTimers();
});

it.each(['linux', 'darwin', 'win32'] as const)(
  '%s: a notification that the system refuses is said',
  async (platform) => {
    const { notifier, shown, failures } = claires({}, true, platform);
    await notifier.onEvent(message('one'));
    // Windows is asked once more, without the XML.
    for (const one of [...shown, ...shown]) one.emit('failed', {}, 'not allowed');
    shown.at(-1)?.emit('failed', {}, 'not allowed');
    expect(failures.at(-1)).toBe('not allowed');
  },
);

it('without sound where one wants none, and nothing where the system shows nothing', async () => {
  const quiet = claires({ sound: false });
  await quiet.notifier.onEvent(message('one'));
  expect(quiet.shown[0]?.options.silent).toBe(true);
  const unable = claires({}, false);
  await unable.notifier.onEvent(message('one'));
  expect(unable.shown).toEqual([]);
});

it('what leaves with the member leaves the screen', async () => {
  const { notifier, shown } = claires();
  await notifier.onEvent(message('one'));
  notifier.clear();
  expect(shown[0]?.isOnScreen).toBe(false);
});

it.each([
  ['linux', '‹a href="https://mal.exemple"›Reconnecte-toi‹/a› 1 ‹ 2 & fin'],
  ['darwin', '<a href="https://mal.exemple">Reconnecte-toi</a> 1 < 2 & fin'],
] as const)('%s: what looks like markup in a message is shown as text', async (platform, body) => {
  const { notifier, shown } = claires({}, true, platform);
  await notifier.onEvent(message('m1', '<a href="https://mal.exemple">Reconnecte-toi</a> 1 < 2 & fin'));
  expect(shown.map(({ options }) => options.body)).toEqual([body]);
});

describe('on Windows', () => {
  const xmlOf = (shown: FakeNotification | undefined) => shown?.options.toastXml ?? '';
  const linkOf = (shown: FakeNotification | undefined) => /launch="([^"]*)"/.exec(xmlOf(shown))?.[1] ?? '';

  it('the click is a link to the chat, which also starts the app; here it opens nothing a second time', async () => {
    const { notifier, shown, opened } = claires({}, true, 'win32');
    await notifier.onEvent(message('one'));
    expect(xmlOf(shown[0])).toContain('<toast activationType="protocol" ');
    expect(routeOfLink(linkOf(shown[0]))).toBe(`/chat?sos=${SOS_ID}`);
    shown[0]?.emit('click');
    expect(opened).toEqual([]);
  });

  it('a message is text, whatever it looks like, and nothing in it keeps the notification from being shown', async () => {
    const { notifier, shown } = claires({}, true, 'win32');
    await notifier.onEvent(
      message('one', '</text></binding><actions launch="https://mal.exemple"/> & "\'\ud800\uffff fin'),
    );
    expect(xmlOf(shown[0])).toContain(
      '<text>&lt;/text&gt;&lt;/binding&gt;&lt;actions launch=&quot;https://mal.exemple&quot;/&gt; &amp; &quot;&apos;\ufffd  fin</text>',
    );
  });

  it('without sound where one wants none, and for the one that counts many', async () => {
    const quiet = claires({ sound: false }, true, 'win32');
    await quiet.notifier.onEvent(message('one'));
    expect(xmlOf(quiet.shown[0])).toContain('<audio silent="true"/>');
    const many = claires({}, true, 'win32');
    for (let count = 0; count <= SHOWN_AT_MOST; count++) await many.notifier.onEvent(message(`m${count}`));
    expect(many.shown.map((one) => xmlOf(one).includes('silent'))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(routeOfLink(linkOf(many.shown.at(-1)))).toBe(`/chat?sos=${SOS_ID}`);
  });

  it('what Windows cannot show in this way is shown plainly, and its click opens the chat', async () => {
    const { notifier, shown, opened } = claires({}, true, 'win32');
    await notifier.onEvent(message('one'));
    shown[0]?.emit('failed', {}, 'XML: Invalid XML');
    expect(shown[1]?.options).toMatchObject({ body: 'Bonjour', icon: 'icon.png' });
    expect(xmlOf(shown[1])).toBe('');
    shown[1]?.emit('click');
    expect(opened).toEqual([`/chat?sos=${SOS_ID}`]);
  });

  it('what has slipped into the notification centre leaves it with the member', async () => {
    const { notifier, shown } = claires({}, true, 'win32');
    await notifier.onEvent(message('one'));
    shown[0]?.emit('close', { reason: 'timedOut' });
    notifier.clear();
    expect(shown[0]?.isOnScreen).toBe(false);
  });
});
