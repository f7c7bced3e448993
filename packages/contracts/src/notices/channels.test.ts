import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../settings/rules.ts';
import { channelOf, mailDelay, NOTICES, type NoticeKind, type Reachability } from './channels.ts';

const POCKET: Reachability = {
  presence: 'away',
  hasOpenClient: false,
  hasPush: true,
  quiet: null,
  isPaused: false,
  settings: DEFAULT_SETTINGS,
  mailsToday: 0,
};
const settings = (changed: Partial<Reachability['settings']>) => ({
  settings: { ...POCKET.settings, ...changed },
});

const STATES = {
  'in a pocket': {},
  'looking at Guilde': { presence: 'looking' },
  'near the desktop app': { presence: 'near' },
  'in a pocket, a tab forgotten': { hasOpenClient: true },
  'without a device': { hasPush: false },
  'without a device, a tab forgotten': { hasPush: false, hasOpenClient: true },
  'without a device, no mails wanted': { hasPush: false, ...settings({ emailUnread: false }) },
  'without a device, mailed twice today': { hasPush: false, mailsToday: 2 },
  'in quiet hours': { quiet: 'quiet-hours' },
  undisturbed: { quiet: 'undisturbed' },
  paused: { isPaused: true },
  'no messages wanted': settings({ notifyMessages: false }),
  'no alerts wanted': settings({ notifyMatching: false }),
  'no announcements pushed': settings({ notifyAnnouncements: false }),
  'no announcements at all': settings({ notifyAnnouncements: false, emailAnnouncements: false }),
} as const satisfies Record<string, Partial<Reachability>>;

/** The columns are NOTICES: p(ush), m(ail), or none because t(old), d(eclined), c(apped), u(nreachable), q(uiet-hours), n(ot to be disturbed), z (paused). */
const EXPECTED: Record<keyof typeof STATES, string> = {
  //                                      message mention joined ended asked assigned alert held draft unhelped announcement examined helped event-seat event-changed event-reminder benchmark deal-changed deal-ended deal-reminder
  'in a pocket':
    /*                       */ 'p   p   p   p   p   p   p   p   p   p   p   m   m   p   p   p   p   p   p   p',
  'looking at Guilde':
    /*                 */ 't   t   t   t   t   p   t   p   p   p   t   m   t   t   t   t   p   p   p   p',
  'near the desktop app':
    /*              */ 't   t   t   t   t   p   t   p   p   p   t   m   t   t   t   t   p   p   p   p',
  'in a pocket, a tab forgotten':
    /*      */ 'p   p   p   p   p   p   p   p   p   p   p   m   m   p   p   p   p   p   p   p',
  'without a device':
    /*                  */ 'u   u   m   m   m   m   m   m   m   m   m   m   m   m   m   m   m   m   m   m',
  'without a device, a tab forgotten':
    /* */ 'u   u   t   t   t   m   t   m   m   m   t   m   m   t   t   t   m   m   m   m',
  'without a device, no mails wanted':
    /* */ 'u   u   d   d   d   m   d   m   m   m   m   m   d   m   m   m   m   m   m   m',
  'without a device, mailed twice today':
    /* */ 'u   u   m   m   m   m   c   m   m   m   m   m   m   m   m   m   m   m   m   m',
  'in quiet hours':
    /*                    */ 'q   q   m   m   m   m   m   m   m   m   m   m   m   m   m   m   m   m   m   m',
  undisturbed:
    /*                       */ 'n   n   m   m   m   m   m   m   m   m   m   m   m   m   m   m   m   m   m   m',
  paused:
    /*                            */ 'p   p   p   p   z   p   z   p   p   p   p   m   m   p   p   p   p   p   p   p',
  'no messages wanted':
    /*                */ 'd   d   m   m   p   p   p   p   p   p   p   m   m   p   p   p   p   p   p   p',
  'no alerts wanted':
    /*                  */ 'p   p   p   p   d   p   d   p   p   p   p   m   m   p   p   p   p   p   p   p',
  'no announcements pushed':
    /*           */ 'p   p   p   p   p   p   p   p   p   p   m   m   m   p   p   p   m   p   p   p',
  'no announcements at all':
    /*           */ 'p   p   p   p   p   p   p   p   p   p   d   m   m   p   p   p   d   p   p   p',
};

const CASES = Object.entries(EXPECTED).flatMap(([state, line]) =>
  line
    .split(/ +/)
    .map((channel, column): [NoticeKind, keyof typeof STATES, string] => [
      Object.keys(NOTICES)[column] as NoticeKind,
      state as keyof typeof STATES,
      channel,
    ]),
);

function letterOf(kind: NoticeKind, to: Reachability, passesQuiet = false): string {
  const decision = channelOf(kind, to, passesQuiet);
  if (decision.channel !== 'none') return decision.channel.charAt(0);
  return { undisturbed: 'n', paused: 'z' }[decision.reason as string] ?? decision.reason.charAt(0);
}

describe('each event, each state of attention', () => {
  it.each(CASES)('« %s » to somebody %s: %s', (kind, state, channel) => {
    expect(letterOf(kind, { ...POCKET, ...STATES[state] })).toBe(channel);
  });

  it('only what is urgent passes quiet hours, for those who want that', () => {
    expect(letterOf('alert', { ...POCKET, quiet: 'quiet-hours' }, true)).toBe('p');
    expect(letterOf('alert', { ...POCKET, quiet: 'quiet-hours', isPaused: true }, true)).toBe('z');
  });

  it.each<[keyof typeof STATES, boolean, number]>([
    ['without a device', false, 20],
    ['without a device', true, 120],
    ['without a device, a tab forgotten', false, 120],
    ['in a pocket', false, 120],
    ['in quiet hours', false, 20],
    ['no messages wanted', false, 20],
  ])(
    'the first help on an urgent SOS, to somebody %s (mailed before: %s): after %i s',
    (state, isReached, seconds) => {
      expect(mailDelay('helped', { ...POCKET, ...STATES[state] }, isReached)).toBe(seconds * 1000);
    },
  );
});
