import { REVIEW_HOURS } from '../knowledge/rules.ts';
import type { PresenceState } from '../live/protocol.ts';
import { MAIL_SETTINGS, type Settings, UNREAD_PUSH_SECONDS } from '../settings/rules.ts';

type NoticeRow = {
  /** Open clients and the desktop app tell it by a live event. */
  isLive: boolean;
  /** The setting without which it is not pushed. */
  pushSetting: 'notifyMessages' | 'notifyMatching' | 'notifyAnnouncements' | null;
  /** Of its push (RFC 8030): less urgent ones may wait until the device is used. */
  urgency: 'low' | 'normal' | 'high';
  /** It asks for help: nothing at all without the setting, and none during a pause. */
  asksForHelp: boolean;
  /** `unseen`: never pushed; mailed although a push or an open client has told it, after `UNSEEN_MAIL_MS` then. */
  mail: 'never' | 'without-push' | 'unseen' | 'always';
  /** Somebody who comes back meanwhile needs no mail, in milliseconds. */
  mailDelayMs: number;
  /** Of its mails: why the member has them. */
  footnote: string;
  /** Its mails can be stopped with a link of this label, which switches the setting of these mails off. */
  stop: { mails: 'unread' | 'announcements'; label: string } | null;
  /** Many at once: their mails let all others pass. */
  isBulk: boolean;
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
const LIVE: NoticeRow = {
  isLive: true,
  pushSetting: 'notifyMessages',
  urgency: 'high',
  asksForHelp: false,
  mail: 'without-push',
  mailDelayMs: 5 * MINUTE_MS,
  footnote: 'Tu reçois cet e-mail parce qu’aucun de tes appareils ne pouvait t’avertir.',
  stop: { mails: 'unread', label: 'Ne plus recevoir ces e-mails' },
  isBulk: false,
  mailsPerDay: Number.POSITIVE_INFINITY,
  keptMs: HOUR_MS,
};
const BY_ITSELF: NoticeRow = {
  ...LIVE,
  isLive: false,
  pushSetting: null,
  mailDelayMs: 0,
  footnote: 'Tu reçois cet e-mail parce qu’il concerne ton activité sur Guilde.',
  stop: null,
  keptMs: 12 * HOUR_MS,
};
const FOR_HELP: NoticeRow = { ...LIVE, asksForHelp: true, pushSetting: 'notifyMatching' };

/** One row for each kind: docs/specification.md#channels-to-a-member. Mails about unread messages have a delay of their own. */
export const NOTICES = {
  /** Unread. */
  message: { ...LIVE, mail: 'never', urgency: 'normal' },
  /** Somebody named me in a message, or answered mine. The mail about unread messages follows. */
  mention: { ...LIVE, mail: 'never' },
  /** Somebody joined my SOS. */
  joined: { ...LIVE, mailDelayMs: COLLECTED_MS },
  /** The team resolved or closed my SOS. */
  ended: { ...LIVE, mailDelayMs: COLLECTED_MS },
  /** The author of an SOS invites me to help. */
  asked: FOR_HELP,
  /** The team gave me a seat. */
  assigned: BY_ITSELF,
  /** A wave asks for me. */
  alert: { ...FOR_HELP, mailDelayMs: 0, mailsPerDay: 2 },
  /** Whether a solution holds. */
  held: {
    ...BY_ITSELF,
    urgency: 'low',
    footnote:
      'Tu reçois cet e-mail parce que tu as marqué un SOS comme résolu. Le lien ne marche qu’une fois.',
    keptMs: 72 * HOUR_MS,
  },
  /** The summary of my conversation can be read before it is published, and sentences left out meanwhile. */
  draft: {
    ...BY_ITSELF,
    footnote: 'Tu reçois cet e-mail parce que tu as pris part à cette conversation.',
    keptMs: REVIEW_HOURS * HOUR_MS,
  },
  /** To administrators: an SOS without help. */
  unhelped: BY_ITSELF,
  /** Of the team. */
  announcement: {
    ...LIVE,
    pushSetting: 'notifyAnnouncements',
    urgency: 'normal',
    mailDelayMs: 30 * MINUTE_MS,
    footnote: 'Tu reçois cet e-mail parce que l’équipe de Guilde écrit à ses membres.',
    stop: { mails: 'announcements', label: 'Ne plus recevoir les annonces par e-mail' },
    isBulk: true,
    keptMs: 72 * HOUR_MS,
  },
  /** What I reported. */
  examined: {
    ...BY_ITSELF,
    mail: 'always',
    footnote: 'Tu reçois cet e-mail parce que tu as envoyé un signalement sur Guilde.',
    keptMs: 72 * HOUR_MS,
  },
  /** The first who joined my urgent SOS, or the first message there, beside `joined` and `message`. */
  helped: {
    ...LIVE,
    mail: 'unseen',
    mailDelayMs: COLLECTED_MS,
    footnote: 'Tu reçois cet e-mail parce que ton SOS est urgent et que tu n’as pas encore vu cette réponse.',
  },
} satisfies Record<string, NoticeRow>;

export type NoticeKind = keyof typeof NOTICES;

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
  settings: Settings;
  /** Of this kind, in 24 hours. */
  mailsToday: number;
};

/** `none`: the reason is kept with the notice. */
export type Decision =
  | { channel: 'push' | 'mail' }
  | { channel: 'none'; reason: 'told' | 'declined' | 'capped' | 'unreachable' };

/** By which channel a member is told, if at all. `passesQuiet`: urgent, for somebody who wants that at any hour. */
export function channelOf(kind: NoticeKind, to: Reachability, passesQuiet = false): Decision {
  const { isLive, asksForHelp, mail, stop, mailsPerDay } = NOTICES[kind];
  if (mail === 'always') return { channel: 'mail' };
  if (isLive && to.presence !== 'away') return { channel: 'none', reason: 'told' };
  if (asksForHelp && (!isPushWanted(kind, to) || to.isPaused)) return { channel: 'none', reason: 'declined' };
  if (mail !== 'unseen' && takesPush(kind, to, passesQuiet)) return { channel: 'push' };
  if (mail === 'never') return { channel: 'none', reason: to.hasPush ? 'declined' : 'unreachable' };
  if (isLive && mail !== 'unseen' && to.hasOpenClient) return { channel: 'none', reason: 'told' };
  if (stop !== null && !to.settings[MAIL_SETTINGS[stop.mails]])
    return { channel: 'none', reason: 'declined' };
  return to.mailsToday < mailsPerDay ? { channel: 'mail' } : { channel: 'none', reason: 'capped' };
}

/** From the event on, in milliseconds. `isReached`: another mail has told of it. */
export function mailDelay(kind: NoticeKind, to: Reachability, isReached: boolean): number {
  const { mail, mailDelayMs } = NOTICES[kind];
  const isTold = isReached || to.hasOpenClient || takesPush(kind, to, false);
  return mail === 'unseen' && isTold ? UNSEEN_MAIL_MS : mailDelayMs;
}

function isPushWanted(kind: NoticeKind, { settings }: Reachability): boolean {
  const { pushSetting } = NOTICES[kind];
  return pushSetting === null || settings[pushSetting];
}

function takesPush(kind: NoticeKind, to: Reachability, passesQuiet: boolean): boolean {
  return to.hasPush && isPushWanted(kind, to) && (!to.isQuiet || passesQuiet);
}
