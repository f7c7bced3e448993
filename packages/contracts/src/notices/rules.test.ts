import { describe, expect, it } from 'vitest';
import type { Message, Participant } from '../conversations/rules.ts';
import type { LiveEvent } from '../live/protocol.ts';
import type { MemberRef } from '../profiles/rules.ts';
import { DEFAULT_SETTINGS } from '../settings/rules.ts';
import type { Sos } from '../sos/rules.ts';
import {
  conversationToName,
  NOTIFICATION_BODY_MAX,
  NOTIFICATION_TITLE_MAX,
  type NotificationContext,
  type NotifiedConversation,
  notificationOf,
  notifiedId,
} from './rules.ts';

const NOW = Date.parse('2026-11-17T11:00:00.000Z');
const NOON = 12 * 60;
const IN_AN_HOUR = '2026-11-17T12:00:00.000Z';

const member = (id: string, firstName: string, lastName: string): MemberRef => ({
  id,
  firstName,
  lastName,
  storeName: 'Boutique',
  avatarUrl: null,
  isCertified: true,
});
const seat = (of: MemberRef): Participant => ({
  member: of,
  role: 'helper',
  isActive: true,
  joinedAt: '2026-11-17T09:00:00.000Z',
  readSeq: 0,
});
const claire = member('claire', 'Claire', 'Martin');
const karim = member('karim', 'Karim', 'Benali');

const chat: NotifiedConversation = {
  sosId: 'sos-1',
  title: 'Colis bloqué en douane',
  participants: [seat(claire), seat(karim)],
};

/** The start of a message is shown to those only who asked for it. */
const SETTINGS = { ...DEFAULT_SETTINGS, pushExtracts: true };

const context = (values: Partial<NotificationContext> = {}): NotificationContext => ({
  viewerId: 'claire',
  settings: SETTINGS,
  now: NOW,
  minuteOfDay: NOON,
  lookingAt: null,
  conversation: (id) => (id === 'chat-1' ? chat : undefined),
  isMuted: () => false,
  ...values,
});
const withSettings = (values: Partial<NotificationContext['settings']>) =>
  context({ settings: { ...SETTINGS, ...values } });

function said(values: Partial<Message> = {}): LiveEvent {
  const message: Message = {
    id: 'message-1',
    conversationId: 'chat-1',
    seq: 7,
    kind: 'text',
    senderId: 'karim',
    content: 'Envoie-moi la facture.',
    createdAt: '2026-11-17T09:00:00.000Z',
    ...values,
  };
  return { type: 'message.created', message };
}

function asked(values: Partial<Sos> = {}): LiveEvent {
  const sos = {
    id: 'sos-2',
    author: { ...karim, specialties: ['data'] },
    title: 'Compte Ads suspendu',
    category: 'ads',
    specialties: ['ads', 'data'],
    isUrgent: false,
    status: 'open',
    ...values,
  } as Sos;
  return { type: 'sos.alerted', sos };
}

it('a message of a room leads to its conversation, and who joins there has not joined an SOS', () => {
  const participants = [{ ...seat(claire), role: 'requester' as const }, seat(karim)];
  const room = { ...chat, sosId: null, eventId: 'event-1', participants };
  const knowing = context({ conversation: () => room });
  expect(notificationOf(said(), knowing)?.target).toEqual({ to: 'chat', sosId: null, eventId: 'event-1' });
  expect(notificationOf(said(), { ...knowing, lookingAt: 'event-1' })).toBeNull();
  expect(notificationOf(said({ kind: 'joined', content: '' }), knowing)).toBeNull();
});

describe('news of an SOS', () => {
  const own: NotifiedConversation = {
    ...chat,
    participants: [{ ...seat(claire), role: 'requester' }, seat(karim)],
  };
  const knowing = (values: Partial<NotificationContext> = {}) =>
    context({ conversation: () => own, ...values });
  it.each([
    ['joined', 'karim', 'Karim Benali a rejoint ton SOS'],
    ['closed', 'nina', 'L’équipe a fermé ton SOS'],
    ['resolved', 'nina', 'L’équipe a marqué ton SOS comme résolu'],
  ] as const)('tells its author when it is %s', (kind, senderId, title) => {
    const event = said({ kind, senderId, content: '' });
    expect(conversationToName(event, 'claire')).toBe('chat-1');
    expect(notificationOf(event, knowing())).toMatchObject({
      title,
      body: 'Colis bloqué en douane',
      target: { to: 'chat', sosId: 'sos-1' },
    });
    expect(notificationOf(event, knowing({ lookingAt: 'sos-1' }))).toBeNull();
    expect(notificationOf(event, knowing({ viewerId: 'karim' }))).toBeNull();
    expect(notificationOf(said({ kind, senderId: 'claire', content: '' }), knowing())).toBeNull();
  });
});

describe('a message', () => {
  it('names who wrote and the SOS, and leads to its chat', () => {
    expect(notificationOf(said(), context())).toEqual({
      id: 'message-1',
      title: 'Karim Benali · Colis bloqué en douane',
      body: 'Envoie-moi la facture.',
      target: { to: 'chat', sosId: 'sos-1' },
      silent: false,
    });
  });

  it.each([
    ['while another chat is on screen', said(), context({ lookingAt: 'sos-9' })],
    ['when SOS are switched off', said(), withSettings({ notifyMatching: false })],
    ['after « Ne pas déranger »', said(), withSettings({ quietUntil: new Date(NOW).toISOString() })],
    ['after quiet hours', said(), withSettings({ quietHours: { from: '22:00', to: '12:00' } })],
  ])('is shown %s', (_, event, given) => {
    expect(notificationOf(event, given)).not.toBeNull();
  });

  it.each([
    ['of my own', said({ senderId: 'claire' }), context()],
    ['that is on screen', said(), context({ lookingAt: 'sos-1' })],
    ['that is a system message', said({ kind: 'joined', content: '' }), context()],
    ['when messages are switched off', said(), withSettings({ notifyMessages: false })],
    ['undisturbed for a while', said(), withSettings({ quietUntil: IN_AN_HOUR })],
    ['in quiet hours', said(), withSettings({ quietHours: { from: '11:00', to: '12:01' } })],
  ])('is not shown %s', (_, event, given) => {
    expect(notificationOf(event, given)).toBeNull();
  });

  it('of whom or where is not known is shown without names', () => {
    expect(notificationOf(said({ conversationId: 'chat-9' }), context())).toMatchObject({
      title: 'Nouveau message',
      target: { to: 'chat', sosId: null },
    });
    expect(notificationOf(said({ senderId: null }), context())?.title).toBe(
      'Utilisateur inconnu · Colis bloqué en douane',
    );
  });

  it('of a muted chat is shown only when it concerns the viewer, with what it answers', () => {
    const muted = context({ isMuted: (id) => id === 'chat-1' });
    const quote = {
      id: 'message-0',
      seq: 6,
      senderId: 'claire',
      kind: 'text',
      content: 'Laquelle ?',
    } as const;
    expect(notificationOf(said(), muted)).toBeNull();
    expect(notificationOf(said({ mentions: ['zoe'] }), muted)).toBeNull();
    expect(notificationOf(said({ mentions: ['claire'] }), muted)?.title).toBe(
      'Karim Benali te mentionne · Colis bloqué en douane',
    );
    expect(notificationOf(said({ replyTo: quote }), muted)).toMatchObject({
      title: 'Karim Benali te répond · Colis bloqué en douane',
      body: '«\u00a0Laquelle ?\u00a0» Envoie-moi la facture.',
    });
    const gone = { ...quote, kind: 'deleted', content: '' } as const;
    expect(notificationOf(said({ replyTo: gone }), muted)?.body).toBe('Envoie-moi la facture.');
  });

  it('is one line without tricks, cut at a length', () => {
    const long = notificationOf(said({ content: `a\n\n  b\u202e\u0007c ${'très '.repeat(60)}` }), context());
    expect(long?.body).toMatch(/^a b c très très/);
    expect(long?.body).toHaveLength(NOTIFICATION_BODY_MAX);
    expect(long?.body.endsWith('…')).toBe(true);
    const titled = context({ conversation: () => ({ ...chat, title: 'x'.repeat(100) }) });
    expect(notificationOf(said(), titled)?.title).toHaveLength(NOTIFICATION_TITLE_MAX);
  });

  it('and what it answers stay out of the notification unless the member asked for the start of it', () => {
    const { pushExtracts } = DEFAULT_SETTINGS;
    const replyTo = {
      id: 'message-0',
      seq: 6,
      senderId: 'claire',
      kind: 'text',
      content: 'Laquelle ?',
    } as const;
    const shown = notificationOf(said({ replyTo }), withSettings({ pushExtracts }));
    expect([shown?.title, shown?.body]).toEqual([
      'Karim Benali te répond · Colis bloqué en douane',
      'Ouvre Guilde pour lire le message.',
    ]);
    const unnamed = notificationOf(said({ conversationId: 'chat-9' }), withSettings({ pushExtracts }));
    expect(unnamed?.body).toBe('Ouvre Guilde pour lire le message.');
  });

  it('is silent without sound', () => {
    expect(notificationOf(said(), withSettings({ sound: false }))?.silent).toBe(true);
  });
});

describe('an SOS that asks for me', () => {
  it('names who needs what, and leads to it', () => {
    expect(notificationOf(asked(), context())).toEqual({
      id: 'sos-2',
      title: 'SOS\u00a0: Compte Ads suspendu',
      body: 'Karim Benali cherche de l’aide\u00a0: Publicité',
      target: { to: 'sos', sosId: 'sos-2' },
      silent: false,
    });
    expect(notificationOf(asked({ isUrgent: true }), context())?.title).toBe(
      'SOS urgent\u00a0: Compte Ads suspendu',
    );
  });

  const night = { quietHours: { from: '12:00', to: '11:59' } };
  it.each([
    ['when they are switched off', asked(), withSettings({ notifyMatching: false })],
    ['in quiet hours', asked(), withSettings({ ...night, urgentInQuietHours: true })],
    ['in quiet hours, though urgent', asked({ isUrgent: true }), withSettings(night)],
  ])('is not shown %s', (_, event, given) => {
    expect(notificationOf(event, given)).toBeNull();
  });

  it('passes quiet hours when it is urgent, for those who said so', () => {
    const given = withSettings({ ...night, urgentInQuietHours: true });
    expect(notificationOf(asked({ isUrgent: true }), given)).not.toBeNull();
    expect(notificationOf(said(), given)).toBeNull();
  });
});

describe('an invitation to help', () => {
  const invited = (values: Partial<Sos> = {}): LiveEvent => {
    const event = asked({ excerpt: 'Ma campagne est suspendue.', ...values });
    return {
      ...(event as Extract<LiveEvent, { type: 'sos.alerted' }>),
      type: 'help.requested',
      memberId: 'claire',
    };
  };

  it('names who invites and the SOS, whatever it needs, and leads to it', () => {
    expect(notificationOf(invited({ specialties: [] }), context())).toEqual({
      id: 'help sos-2',
      title: 'Karim Benali t’invite à aider\u00a0: Compte Ads suspendu',
      body: 'Ma campagne est suspendue.',
      target: { to: 'sos', sosId: 'sos-2' },
      silent: false,
    });
  });

  it('keeps its description for those who asked for the start of texts', () => {
    const { pushExtracts } = DEFAULT_SETTINGS;
    expect(notificationOf(invited(), withSettings({ pushExtracts }))?.body).toBe('Publicité');
  });

  it('is another event than the SOS, which may have been shown already', () => {
    expect(notifiedId(invited())).toBe(notificationOf(invited(), context())?.id);
    expect(notifiedId(asked())).toBe(notificationOf(asked(), context())?.id);
    expect(notifiedId(said())).toBe(notificationOf(said(), context())?.id);
    expect(new Set([notifiedId(invited()), notifiedId(asked())]).size).toBe(2);
    expect(notifiedId({ type: 'pong' })).toBeNull();
  });

  it('fits its line', () => {
    const author = { ...member('karim', 'K'.repeat(60), 'B'), specialties: [] };
    const long = notificationOf(invited({ author, title: 'x'.repeat(100) }), context());
    expect(long?.title).toHaveLength(NOTIFICATION_TITLE_MAX);
  });

  it.each([
    ['to who has sent it', invited(), context({ viewerId: 'karim' })],
    ['when SOS are switched off', invited(), withSettings({ notifyMatching: false })],
    ['in quiet hours', invited(), withSettings({ quietHours: { from: '11:00', to: '12:01' } })],
  ])('is not shown %s', (_, event, given) => {
    expect(notificationOf(event, given)).toBeNull();
  });
});

describe('an announcement', () => {
  const announced = (isPushed = true): LiveEvent => ({
    type: 'announcement.received',
    isPushed,
    announcement: {
      id: 'announcement-1',
      title: 'Entretien dimanche',
      text: 'Guilde sera arrêtée\nde 6 h à 7 h.',
      ...{ link: '', authorName: 'Nina Roche', receivedAt: '2026-11-17T09:00:00.000Z', readAt: null },
    },
  });

  it('is told in one line, and leads to the list', () => {
    expect(notificationOf(announced(), context())).toEqual({
      id: 'announcement-1',
      title: 'Annonce\u00a0: Entretien dimanche',
      body: 'Guilde sera arrêtée de 6 h à 7 h.',
      target: { to: 'announcements' },
      silent: false,
    });
    expect(notifiedId(announced())).toBe('announcement-1');
  });

  it('keeps its text for those who asked for the start of texts', () => {
    const { pushExtracts } = DEFAULT_SETTINGS;
    const shown = notificationOf(announced(), withSettings({ pushExtracts }));
    expect(shown?.body).toBe('Ouvre Guilde pour lire l’annonce.');
    expect(shown?.title).toBe('Annonce\u00a0: Entretien dimanche');
  });

  it.each([
    ['when the team wants a banner only', announced(false), context()],
    ['when they are switched off', announced(), withSettings({ notifyAnnouncements: false })],
    ['in quiet hours', announced(), withSettings({ quietHours: { from: '11:00', to: '12:01' } })],
  ])('is not shown %s', (_, event, given) => {
    expect(notificationOf(event, given)).toBeNull();
  });
});

describe('other events', () => {
  it('show nothing and need no look-up', () => {
    const event: LiveEvent = { type: 'sos.removed', sosId: 'sos-1' };
    expect(notificationOf(event, context())).toBeNull();
    expect(conversationToName(event, 'claire')).toBeNull();
  });

  it('a message of another names the conversation to look up', () => {
    expect(conversationToName(said(), 'claire')).toBe('chat-1');
    expect(conversationToName(said({ senderId: 'claire' }), 'claire')).toBeNull();
    expect(conversationToName(said({ kind: 'left' }), 'claire')).toBeNull();
  });
});
