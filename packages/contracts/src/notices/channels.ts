import { REVIEW_HOURS } from '../knowledge/rules.ts';
import type { PresenceState } from '../live/protocol.ts';
import { MAIL_SETTINGS, type Settings, UNREAD_PUSH_SECONDS } from '../settings/rules.ts';

type NoticeRow = {
  /** A live event informs open clients and the desktop app. */
  isLive: boolean;
  /** Without this setting there is no push. */
  pushSetting: 'notifyMessages' | 'notifyMatching' | 'notifyAnnouncements' | null;
  /** RFC 8030 lets less urgent pushes wait until the device is used. */
  urgency: 'low' | 'normal' | 'high';
  /** Such a notice needs its setting on every channel, and a pause stops it. */
  asksForHelp: boolean;
  /**
   * `unseen` sends only a mail, after `UNSEEN_MAIL_MS` if a push or an open client showed the event; with
   * `also` a mail leaves at once, whatever else shows it.
   */
  mail: 'never' | 'without-push' | 'unseen' | 'also' | 'always';
  /** A member who comes back within this time gets no mail. */
  mailDelayMs: number;
  /** The footnote of its mails says why the member gets them. */
  footnote: string;
  /** A link with this label in its mails switches the setting of these mails off. */
  stop: { mails: 'unread' | 'announcements'; label: string } | null;
  /** A bulk mail lets all other mails pass. */
  isBulk: boolean;
  /** Further mails within 24 hours are not sent. */
  mailsPerDay: number;
  /** After this time it is no news; the event may set less. */
  keptMs: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A mail about help waits so long for the first sentence, so that one mail has both. */
const COLLECTED_MS = UNREAD_PUSH_SECONDS * 1000;
/** An urgent SOS that a push or an open client showed is mailed if it is still unseen after this time. */
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
const BY_ITSELF: Omit<NoticeRow, 'footnote'> = {
  ...LIVE,
  isLive: false,
  pushSetting: null,
  mailDelayMs: 0,
  stop: null,
  keptMs: 12 * HOUR_MS,
};
const FOR_A_SEAT: NoticeRow = {
  ...BY_ITSELF,
  isLive: true,
  mail: 'also',
  footnote: 'Tu reçois cet e-mail parce que tu participes à un événement sur Guilde.',
  keptMs: 72 * HOUR_MS,
};
const OF_A_DEAL: NoticeRow = {
  ...BY_ITSELF,
  mail: 'also',
  footnote: 'Tu reçois cet e-mail parce que tu participes à un deal sur Guilde.',
  keptMs: 72 * HOUR_MS,
};
const FOR_HELP: NoticeRow = { ...LIVE, asksForHelp: true, pushSetting: 'notifyMatching' };

/** Mails about unread messages have their own delay (docs/specification.md#channels-to-a-member). */
export const NOTICES = {
  message: { ...LIVE, mail: 'never', urgency: 'normal' },
  /** A message names the member or answers theirs. The mail about unread messages follows. */
  mention: { ...LIVE, mail: 'never' },
  /** Somebody joined the member's SOS. */
  joined: { ...LIVE, mailDelayMs: COLLECTED_MS },
  /** The team resolved or closed the member's SOS. */
  ended: { ...LIVE, mailDelayMs: COLLECTED_MS },
  /** The author of an SOS invites the member to help. */
  asked: FOR_HELP,
  /** The team gave the member a seat. */
  assigned: {
    ...BY_ITSELF,
    footnote: 'Tu reçois cet e-mail parce que l’équipe t’a donné une place dans cette conversation.',
  },
  /** A wave asks for the member. */
  alert: { ...FOR_HELP, mailDelayMs: 0, mailsPerDay: 2 },
  /** The question is whether a solution holds. */
  held: {
    ...BY_ITSELF,
    urgency: 'low',
    footnote:
      'Tu reçois cet e-mail parce que tu as marqué un SOS comme résolu. Le lien ne marche qu’une fois.',
    keptMs: 72 * HOUR_MS,
  },
  /** The summary of the member's conversation can be read before it is published, and sentences left out. */
  draft: {
    ...BY_ITSELF,
    footnote: 'Tu reçois cet e-mail parce que tu as pris part à cette conversation.',
    keptMs: REVIEW_HOURS * HOUR_MS,
  },
  /** Administrators learn of an SOS without help. */
  unhelped: { ...BY_ITSELF, footnote: 'Tu reçois cet e-mail parce que tu administres Guilde.' },
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
  /** The team has examined what the member reported. */
  examined: {
    ...BY_ITSELF,
    mail: 'always',
    footnote: 'Tu reçois cet e-mail parce que tu as envoyé un signalement sur Guilde.',
    keptMs: 72 * HOUR_MS,
  },
  /** Somebody joined the member's urgent SOS first, or wrote first; `joined` and `message` come too. */
  helped: {
    ...LIVE,
    mail: 'unseen',
    mailDelayMs: COLLECTED_MS,
    footnote: 'Tu reçois cet e-mail parce que ton SOS est urgent et que tu n’as pas encore vu cette réponse.',
  },
  /** The member got, is offered or lost a seat at an event, or now hosts it. */
  'event-seat': FOR_A_SEAT,
  /** The hour or the place of the event changed. */
  'event-changed': FOR_A_SEAT,
  /** The event is near, or asks something of the member after it. */
  'event-reminder': { ...FOR_A_SEAT, mail: 'without-push', keptMs: 24 * HOUR_MS },
  /** A wave of benchmarks opens, ends soon or is published. */
  benchmark: {
    ...LIVE,
    isLive: false,
    pushSetting: 'notifyAnnouncements',
    urgency: 'low',
    mailDelayMs: 30 * MINUTE_MS,
    footnote: 'Tu reçois cet e-mail parce que les benchmarks de ta communauté suivent les trimestres.',
    stop: { mails: 'announcements', label: 'Ne plus recevoir les annonces par e-mail' },
    isBulk: true,
    keptMs: 72 * HOUR_MS,
  },
  /** The conditions of the deal changed, the team decided about it, its lead writes, has to choose or has prolonged it. */
  'deal-changed': OF_A_DEAL,
  /** The deal reached its goal or not, is concluded, cancelled or to be reviewed. */
  'deal-ended': OF_A_DEAL,
  /** The deal closes in two days, and the interested member has not committed. */
  'deal-reminder': { ...OF_A_DEAL, mail: 'without-push', keptMs: 24 * HOUR_MS },
} satisfies Record<string, NoticeRow>;

export type NoticeKind = keyof typeof NOTICES;

export type Reachability = {
  /** The most present client of the member counts. */
  presence: PresenceState;
  hasOpenClient: boolean;
  hasPush: boolean;
  /** Devices stay silent for this reason. */
  quiet: Silence | null;
  isPaused: boolean;
  settings: Settings;
  /** Counts the mails of this kind in 24 hours. */
  mailsToday: number;
};

/** A device was not told for such a reason: a setting, a pause, hours, « Ne pas déranger », or there is none. */
const SILENCES = ['declined', 'paused', 'quiet-hours', 'undisturbed', 'unreachable'] as const;
type Silence = (typeof SILENCES)[number];

/** The reason is kept with the notice: why there was no push, or nothing at all. */
export const NOTICE_REASONS = [...SILENCES, 'told', 'capped', 'late', 'needless', 'blocked'] as const;
export type NoticeReason = (typeof NOTICE_REASONS)[number];

export type Decision =
  | { channel: 'push'; reason: null }
  | { channel: 'mail'; reason: Silence | null }
  | { channel: 'none'; reason: NoticeReason };

/** `passesQuiet` means an urgent notice, for a member who wants those at any hour. */
export function channelOf(kind: NoticeKind, to: Reachability, passesQuiet = false): Decision {
  const { isLive, asksForHelp, mail, stop, mailsPerDay } = NOTICES[kind];
  if (mail === 'always') return { channel: 'mail', reason: null };
  if (isLive && to.presence !== 'away') return { channel: 'none', reason: 'told' };
  if (asksForHelp && !isPushWanted(kind, to)) return { channel: 'none', reason: 'declined' };
  if (asksForHelp && to.isPaused) return { channel: 'none', reason: 'paused' };
  const silence = silenceOf(kind, to, passesQuiet);
  if (mail !== 'unseen' && silence === null) return { channel: 'push', reason: null };
  if (mail === 'never') return { channel: 'none', reason: silence ?? 'needless' };
  if (isLive && mail !== 'unseen' && to.hasOpenClient) return { channel: 'none', reason: 'told' };
  if (stop !== null && !to.settings[MAIL_SETTINGS[stop.mails]])
    return { channel: 'none', reason: silence === null || silence === 'unreachable' ? 'declined' : silence };
  return to.mailsToday < mailsPerDay
    ? { channel: 'mail', reason: silence }
    : { channel: 'none', reason: 'capped' };
}

/** The delay counts from the event. `isReached` means that another mail covers it. */
export function mailDelay(kind: NoticeKind, to: Reachability, isReached: boolean): number {
  const { mail, mailDelayMs } = NOTICES[kind];
  const isNotified = isReached || to.hasOpenClient || silenceOf(kind, to, false) === null;
  return mail === 'unseen' && isNotified ? UNSEEN_MAIL_MS : mailDelayMs;
}

function isPushWanted(kind: NoticeKind, { settings }: Reachability): boolean {
  const { pushSetting } = NOTICES[kind];
  return pushSetting === null || settings[pushSetting];
}

/** Returns null if devices take a push. */
function silenceOf(kind: NoticeKind, to: Reachability, passesQuiet: boolean): Silence | null {
  if (!to.hasPush) return 'unreachable';
  if (!isPushWanted(kind, to)) return 'declined';
  return passesQuiet ? null : to.quiet;
}
