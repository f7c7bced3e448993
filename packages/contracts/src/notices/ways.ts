import { REVIEW_HOURS } from '../knowledge/rules.ts';
import type { PresenceState } from '../live/protocol.ts';
import { UNREAD_PUSH_SECONDS } from '../settings/rules.ts';

/**
 * `message`: unread. `mention`: somebody named me in a message, or answered mine. `joined`: somebody joined my SOS. `ended`: it was resolved or closed by the team. `asked`: its author
 * invites me to help. `assigned`: the team gave me a seat. `alert`: a wave asks for me. `held`: whether a solution holds. `draft`: the summary of my conversation
 * can be read before it is published. `unhelped`: to administrators, an SOS without help. `announcement`: of the team.
 * `examined`: what I reported. `official`: decisions about the account. `helped`: the first who joined my urgent SOS, or the
 * first message there, beside `joined` and `message`.
 */
export const NOTICE_KINDS = [
  'message',
  'mention',
  'joined',
  'ended',
  'asked',
  'assigned',
  'alert',
  'held',
  'draft',
  'unhelped',
  'announcement',
  'examined',
  'official',
  'helped',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

type NoticeRule = {
  /** Open clients and the desktop app tell it by a live event. */
  isLive: boolean;
  /** The setting without which it is not pushed. */
  pushSetting: 'notifyMessages' | 'notifyMatching' | 'notifyAnnouncements' | null;
  /** It asks for help: nothing at all without the setting, and none during a pause. */
  asksForHelp: boolean;
  /** `unseen`: never pushed; mailed although a push or an open client has told it, after `UNSEEN_MAIL_MS` then. */
  mail: 'never' | 'without-push' | 'unseen' | 'always';
  /** Somebody who comes back meanwhile needs no mail, in milliseconds. */
  mailDelayMs: number;
  /** The setting without which it is not mailed. */
  mailSetting: 'emailUnread' | 'emailAnnouncements' | null;
  /** Many at once: their mails let all others pass. */
  isBulk?: true;
  /** In 24 hours; further ones are not told. */
  mailsPerDay: number;
  /** Later it is no news, in milliseconds; the event may say less. */
  keptMs: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A mail about help waits so long for the first sentence: one mail has both. */
const COLLECTED_MS = UNREAD_PUSH_SECONDS * 1000;
/** What a device or an open client was told of an urgent SOS is mailed when it is still unseen after that. */
const UNSEEN_MAIL_MS = 2 * MINUTE_MS;
const LIVE = {
  isLive: true,
  pushSetting: 'notifyMessages',
  asksForHelp: false,
  mail: 'without-push',
  mailDelayMs: 5 * MINUTE_MS,
  mailSetting: 'emailUnread',
  mailsPerDay: Number.POSITIVE_INFINITY,
  keptMs: HOUR_MS,
} as const satisfies NoticeRule;
const BY_ITSELF = { ...LIVE, isLive: false, pushSetting: null, mailDelayMs: 0, mailSetting: null } as const;
const FOR_HELP = { ...LIVE, asksForHelp: true, pushSetting: 'notifyMatching' } as const;

/** The table of docs/specification.md#ways-to-a-member. Mails about unread messages have a delay of their own. */
export const NOTICE_RULES: Record<NoticeKind, NoticeRule> = {
  message: { ...LIVE, mail: 'never' },
  // The mail about unread messages follows.
  mention: { ...LIVE, mail: 'never' },
  joined: { ...LIVE, mailDelayMs: COLLECTED_MS },
  ended: { ...LIVE, mailDelayMs: COLLECTED_MS },
  asked: FOR_HELP,
  assigned: { ...BY_ITSELF, keptMs: 12 * HOUR_MS },
  alert: { ...FOR_HELP, mailDelayMs: 0, mailsPerDay: 2 },
  held: { ...BY_ITSELF, keptMs: 72 * HOUR_MS },
  // The time in which sentences can be left out.
  draft: { ...BY_ITSELF, keptMs: REVIEW_HOURS * HOUR_MS },
  unhelped: { ...BY_ITSELF, keptMs: 12 * HOUR_MS },
  announcement: {
    ...LIVE,
    pushSetting: 'notifyAnnouncements',
    mailDelayMs: 30 * MINUTE_MS,
    mailSetting: 'emailAnnouncements',
    isBulk: true,
    keptMs: 72 * HOUR_MS,
  },
  examined: { ...BY_ITSELF, mail: 'always', keptMs: 72 * HOUR_MS },
  official: { ...BY_ITSELF, mail: 'always', keptMs: 72 * HOUR_MS },
  helped: { ...LIVE, mail: 'unseen', mailDelayMs: COLLECTED_MS },
};

/** What is known of a member when something is to be told. */
export type Reachability = {
  /** The most present of the member's clients. */
  presence: PresenceState;
  hasOpenClient: boolean;
  /** Devices that take pushes. */
  hasPush: boolean;
  isQuiet: boolean;
  /** « En pause jusqu’au… » */
  isPaused: boolean;
  settings: Record<
    'notifyMessages' | 'notifyMatching' | 'notifyAnnouncements' | 'emailUnread' | 'emailAnnouncements',
    boolean
  >;
  /** Of this kind, in 24 hours. */
  mailsToday: number;
};

/** `none`: the reason is kept with the notice. */
export type Decision =
  | { way: 'push' | 'mail' }
  | { way: 'none'; reason: 'told' | 'declined' | 'capped' | 'unreachable' };

/** By which way a member is told, if at all. `passesQuiet`: urgent, for somebody who wants that at any hour. */
export function wayOf(kind: NoticeKind, to: Reachability, passesQuiet = false): Decision {
  const { isLive, asksForHelp, mail, mailSetting, mailsPerDay } = NOTICE_RULES[kind];
  if (mail === 'always') return { way: 'mail' };
  if (isLive && to.presence !== 'away') return { way: 'none', reason: 'told' };
  if (asksForHelp && (!isPushWanted(kind, to) || to.isPaused)) return { way: 'none', reason: 'declined' };
  if (mail !== 'unseen' && takesPush(kind, to, passesQuiet)) return { way: 'push' };
  if (mail === 'never') return { way: 'none', reason: to.hasPush ? 'declined' : 'unreachable' };
  if (isLive && mail !== 'unseen' && to.hasOpenClient) return { way: 'none', reason: 'told' };
  if (mailSetting !== null && !to.settings[mailSetting]) return { way: 'none', reason: 'declined' };
  return to.mailsToday < mailsPerDay ? { way: 'mail' } : { way: 'none', reason: 'capped' };
}

/** From the event on, in milliseconds. `isReached`: another mail has told of it. */
export function mailDelay(kind: NoticeKind, to: Reachability, isReached: boolean): number {
  const { mail, mailDelayMs } = NOTICE_RULES[kind];
  const isTold = isReached || to.hasOpenClient || takesPush(kind, to, false);
  return mail === 'unseen' && isTold ? UNSEEN_MAIL_MS : mailDelayMs;
}

function isPushWanted(kind: NoticeKind, { settings }: Reachability): boolean {
  const { pushSetting } = NOTICE_RULES[kind];
  return pushSetting === null || settings[pushSetting];
}

function takesPush(kind: NoticeKind, to: Reachability, passesQuiet: boolean): boolean {
  return to.hasPush && isPushWanted(kind, to) && (!to.isQuiet || passesQuiet);
}
