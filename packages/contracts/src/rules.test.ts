import { describe, expect, it } from 'vitest';
import {
  denyActOnSelf,
  denyAdminRole,
  denyContactStatus,
  denyReportDecision,
  denySuspension,
} from './admin/rules.ts';
import { denyJoinConversation, denySendMessage, unreadLabel } from './conversations/rules.ts';
import {
  countsAsSponsor,
  denyInvitationUse,
  denyInvite,
  invitationsLeft,
  YOUNG_ACCOUNT_DAYS,
} from './invitations/rules.ts';
import { firstMissingStep } from './profiles/input.ts';
import { formatSiren, isSiren, memberName, type Profile } from './profiles/rules.ts';
import { sirenText } from './profiles/siren-input.ts';
import { averageInWords, averageOf, missingRatings } from './ratings/rules.ts';
import {
  chatButtonState,
  denyEndSos,
  denyHelpRequest,
  denyJoinSos,
  denyReopenSos,
  type Sos,
} from './sos/rules.ts';
import { beginning, ending, excerpt, foldText } from './text.ts';
import { denyAdministration, denyCommunity, denyModeration } from './viewer.ts';

const NOW = Date.parse('2026-11-17T10:00:00Z');
const member = (id: string) => ({
  id,
  firstName: id,
  lastName: '',
  storeName: '',
  avatarUrl: null,
  isCertified: true,
});

const sos = (changes: Partial<Sos> = {}) =>
  ({
    author: { ...member('claire'), specialties: [] },
    status: 'open',
    conversation: null,
    helpers: [],
    closedAt: null,
    closedByTeam: false,
    ...changes,
  }) as Partial<Sos> as Sos;
const conversation = (currentParticipants: number) => ({
  id: 'conversation',
  status: 'active' as const,
  currentParticipants,
  maxParticipants: 5,
});

describe('the chat button of an SOS', () => {
  it.each([
    ['loading', 'karim', undefined],
    ['no-conversation', 'karim', sos()],
    ['no-conversation', 'claire', sos()],
    ['can-join', 'karim', sos({ conversation: conversation(4) })],
    ['full', 'karim', sos({ conversation: conversation(5) })],
    ['participant', 'karim', sos({ conversation: conversation(5), helpers: [member('karim')] })],
    ['participant', 'claire', sos({ conversation: conversation(2) })],
    ['participant', 'claire', sos({ conversation: conversation(2), status: 'resolved' })],
    ['ended', 'karim', sos({ conversation: conversation(2), status: 'resolved' })],
    ['ended', 'karim', sos({ status: 'closed' })],
  ] as const)('is « %s » for %s', (state, viewer, thing) => {
    expect(chatButtonState(viewer, thing)).toBe(state);
  });
});

describe('who may do what with an SOS', () => {
  it('lets others join while a seat is free', () => {
    expect(denyJoinSos('karim', sos())).toBeNull();
    expect(denyJoinSos('claire', sos())).toBe('SOS_OWN');
    expect(denyJoinSos('karim', sos({ status: 'closed' }))).toBe('SOS_ENDED');
    expect(denyJoinSos('karim', sos({ conversation: conversation(5) }))).toBe('CONVERSATION_FULL');
  });

  it('lets those be invited who could join', () => {
    const full = sos({ conversation: conversation(5), helpers: [member('karim')] });
    expect(denyHelpRequest('karim', sos())).toBeNull();
    expect(denyHelpRequest('claire', sos())).toBe('SOS_OWN');
    expect(denyHelpRequest('karim', full)).toBe('ALREADY_HELPING');
    expect(denyHelpRequest('zoe', full)).toBe('CONVERSATION_FULL');
    expect(denyHelpRequest('karim', { ...full, status: 'resolved' })).toBe('SOS_ENDED');
  });

  it('lets only the requester end it, once', () => {
    expect(denyEndSos('claire', sos())).toBeNull();
    expect(denyEndSos('karim', sos())).toBe('SOS_NOT_YOURS');
    expect(denyEndSos('karim', sos({ author: null }))).toBe('SOS_NOT_YOURS');
    expect(denyEndSos('claire', sos({ status: 'resolved' }))).toBe('SOS_ENDED');
  });

  it('lets the requester reopen a closed one for 24 hours, unless the team closed it', () => {
    const closed = (hours: number, closedByTeam = false) =>
      sos({ status: 'closed', closedAt: new Date(NOW - hours * 3_600_000).toISOString(), closedByTeam });
    for (const hours of [1, 25])
      expect(denyReopenSos('claire', closed(hours, true), NOW)).toBe('SOS_CLOSED_BY_TEAM');
    expect(denyReopenSos('claire', closed(24), NOW)).toBeNull();
    expect(denyReopenSos('claire', closed(25), NOW)).toBe('SOS_REOPEN_TOO_LATE');
    expect(denyReopenSos('karim', closed(1), NOW)).toBe('SOS_NOT_YOURS');
    expect(denyReopenSos('claire', sos({ status: 'resolved' }), NOW)).toBe('SOS_NOT_CLOSED');
  });
});

describe('a conversation', () => {
  it('takes messages until it is closed, inactive or not', () => {
    expect(denySendMessage({ status: 'active' })).toBeNull();
    expect(denySendMessage({ status: 'inactive' })).toBeNull();
    expect(denySendMessage({ status: 'closed' })).toBe('CONVERSATION_CLOSED');
  });

  it('takes people until the seats are gone', () => {
    expect(denyJoinConversation(conversation(4))).toBeNull();
    expect(denyJoinConversation(conversation(5))).toBe('CONVERSATION_FULL');
    expect(denyJoinConversation({ ...conversation(2), status: 'closed' })).toBe('CONVERSATION_CLOSED');
  });

  it.each([
    [0, ''],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ])('shows %i unread as « %s »', (total, label) => {
    expect(unreadLabel(total)).toBe(label);
  });
});

describe('invitations', () => {
  it.each([
    [{ completed: 0, accepted: 0, pending: 0 }, 30],
    [{ completed: 2, accepted: 3, pending: 4 }, 25],
    [{ completed: 0, accepted: 20, pending: 15 }, 0],
  ])('are counted from facts: %o leaves %i', (counts, left) => {
    expect(invitationsLeft(counts)).toBe(left);
  });

  it('are for certified members who have one left', () => {
    expect(denyInvite({ isCertified: true, left: 1 })).toBeNull();
    expect(denyInvite({ isCertified: false, left: 1 })).toBe('NOT_CERTIFIED');
    expect(denyInvite({ isCertified: true, left: 0 })).toBe('INVITATIONS_EXHAUSTED');
  });

  it.each([
    ['pending', null],
    ['expired', 'INVITATION_NOT_PENDING'],
    ['accepted', 'INVITATION_NOT_PENDING'],
  ] as const)('can be copied or deleted while pending: %s', (status, refusal) => {
    expect(denyInvitationUse({ status })).toBe(refusal);
  });
});

describe('access', () => {
  it('keeps the community for complete profiles and the back office for administrators', () => {
    const termsAccepted = true;
    expect(denyCommunity({ profileComplete: false, termsAccepted })).toBe('PROFILE_INCOMPLETE');
    expect(denyCommunity({ profileComplete: true, termsAccepted })).toBeNull();
    expect(denyCommunity({ profileComplete: true, termsAccepted: false })).toBe('TERMS_NOT_ACCEPTED');
    expect(denyAdministration({ role: 'member' })).toBe('ADMIN_ONLY');
    expect(denyAdministration({ role: 'moderator' })).toBe('ADMIN_ONLY');
    expect(denyAdministration({ role: 'admin' })).toBeNull();
    expect(denyModeration({ role: 'member' })).toBe('TEAM_ONLY');
    expect(denyModeration({ role: 'moderator' })).toBeNull();
  });
});

describe('a SIREN', () => {
  it.each(['732829320', '356000000'])('%s meets the check', (digits) => {
    expect(isSiren(digits)).toBe(true);
  });

  it.each(['732829321', '000000000', '73282932', '7328293200', 'abcdefghi'])('%s does not', (digits) => {
    expect(isSiren(digits)).toBe(false);
  });

  it('is pasted in any spelling, and what else was pasted is said', () => {
    expect(sirenText.parse(' 732\u202f829.320 ')).toBe('732829320');
    const messageOf = (text: string) => sirenText.safeParse(text).error?.issues[0]?.message;
    expect(messageOf('732 829 320 00074')).toContain('SIRET');
    expect(messageOf('FR44 732 829 320')).toContain('TVA');
    expect(messageOf('732 829 321')).toContain('vérifie les chiffres');
    expect(formatSiren('732829320')).toBe('732\u00a0829\u00a0320');
  });
});

describe('profiles and ratings', () => {
  const profile: Profile = {
    ...member('claire'),
    lastName: 'Martin',
    storeName: 'Atelier Nord',
    email: '',
    siren: null,
    conversationsOnly: [],
    storeUrl: 'https://atelier.fr',
    cms: 'shopify',
    payments: [],
    carriers: [],
    sector: 'home',
    monthlyOrders: '0-50',
    mainChannel: 'seo',
    specialties: ['ads', 'seo', 'brand'],
    bio: '',
    avatarLargeUrl: null,
    totalHelpCount: 0,
    completedAt: null,
    createdAt: '',
  };

  it('finds the step where the wizard goes on', () => {
    expect(firstMissingStep(profile)).toBeNull();
    expect(firstMissingStep({ ...profile, cms: '' })).toBe(3);
    expect(firstMissingStep({ ...profile, firstName: '', specialties: [] })).toBe(1);
  });

  it('names those who have left', () => {
    expect(memberName(null)).toBe('Utilisateur inconnu');
    expect(memberName(profile)).toBe('claire Martin');
  });

  it.each([
    [4.5, /Exceptionnel/],
    [4.4, /Très bien/],
    [3.9, /^Bien/],
    [3, /Correct/],
    [2.9, /En progression/],
  ])('words an average of %f', (averageRating, words) => {
    expect(averageInWords({ averageRating, totalRatings: 5 }, { isOwn: false })).toMatch(words);
  });

  it('says what is missing for an average', () => {
    const none = { averageRating: 0, totalRatings: 0 };
    expect(averageInWords(none, { isOwn: true })).toBe('Pas encore d’évaluation.');
    expect(averageInWords(none, { isOwn: false })).toMatch(/à partir de 5/);
  });

  it('rounds averages to one decimal and bears none', () => {
    expect(averageOf(14, 3)).toBe(4.7);
    expect(averageOf(0, 0)).toBe(0);
  });

  it('knows which ratings are missing', () => {
    expect(missingRatings(['a', 'b'], [{ memberId: 'b' }, { memberId: 'b' }])).toBe(1);
  });
});

describe('text', () => {
  it('is folded for search: case, accents and ligatures', () => {
    expect(foldText('L’Œuvre à GÊNES, Cœur')).toBe('l’oeuvre a genes, coeur');
  });

  it('is cut on one line', () => {
    expect(excerpt('un\ndeux  trois', 40)).toBe('un deux trois');
    expect(excerpt('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it.each([
    ['an emoji of two units', '👍'],
    ['a family', '👩‍👩‍👧‍👦'],
    ['a flag', '🇧🇪'],
    ['a colour of skin', '👋🏾'],
    ['an accent of its own', 'x\u0301'],
  ])('cuts %s nowhere', (_, grapheme) => {
    for (let before = 0; before < 30; before++) {
      const text = `${'a'.repeat(before)}${grapheme}${'b'.repeat(20)}`;
      for (const cut of [excerpt(text, 12), beginning(text, 12), ending(text, 12)]) {
        expect(cut.length).toBeLessThanOrEqual(12);
        expect(cut.replace(grapheme, '').replace('…', '')).toMatch(/^a*b*$/);
      }
    }
  });
});

describe('the back office', () => {
  it('does not act on oneself', () => {
    expect(denyActOnSelf({ id: 'nina' }, 'nina')).toBe('ACT_ON_SELF');
    expect(denyActOnSelf({ id: 'nina' }, 'karim')).toBeNull();
  });

  it.each([
    [null, true, null],
    ['2026-11-17T09:00:00Z', true, 'ALREADY_SUSPENDED'],
    ['2026-11-17T09:00:00Z', false, null],
    [null, false, 'NOT_SUSPENDED'],
  ] as const)('suspended since %s, to be suspended: %s → %s', (suspendedAt, suspend, code) => {
    expect(denySuspension({ suspendedAt }, suspend)).toBe(code);
  });

  it.each([
    [true, null, 'admin', null],
    [false, null, 'admin', 'ROLE_NOT_POSSIBLE'],
    [true, '2026-11-17T09:00:00Z', 'admin', 'ROLE_NOT_POSSIBLE'],
    [true, '2026-11-17T09:00:00Z', 'member', null],
  ] as const)(
    'profile complete: %s, suspended: %s, role %s → %s',
    (profileComplete, suspendedAt, role, code) => {
      expect(denyAdminRole({ profileComplete, suspendedAt }, role)).toBe(code);
    },
  );

  it.each([
    ['pending', 'in_progress', null],
    ['pending', 'resolved', null],
    ['in_progress', 'resolved', null],
    ['in_progress', 'pending', 'CONTACT_STATUS_PASSED'],
    ['resolved', 'in_progress', 'CONTACT_STATUS_PASSED'],
    ['resolved', 'resolved', 'CONTACT_STATUS_PASSED'],
  ] as const)('a contact message from %s to %s → %s', (from, to, code) => {
    expect(denyContactStatus(from, to)).toBe(code);
  });

  it('decides a report once', () => {
    expect(denyReportDecision({ status: 'pending' })).toBeNull();
    expect(denyReportDecision({ status: 'resolved' })).toBe('REPORT_DECIDED');
  });
});

it('a young account counts as its sponsor, unless it is exempt', () => {
  const joinedAt = NOW - 13 * 86_400_000;
  expect(countsAsSponsor({ joinedAt, isExempt: false }, NOW)).toBe(true);
  expect(countsAsSponsor({ joinedAt, isExempt: true }, NOW)).toBe(false);
  expect(countsAsSponsor({ joinedAt: NOW - 15 * 86_400_000, isExempt: false }, NOW)).toBe(false);
  expect(countsAsSponsor({ joinedAt: NOW - 15 * 86_400_000, isExempt: false }, NOW, YOUNG_ACCOUNT_DAYS)).toBe(
    true,
  );
});
