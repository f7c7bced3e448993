import type { Told } from '@guilde/contracts/home/rules.ts';
import type { NoticeKind, NoticeReason } from '@guilde/contracts/notices/channels.ts';
import {
  BadgeCheck,
  BellRing,
  CalendarDays,
  ChartNoAxesColumn,
  CircleQuestionMark,
  HandHelping,
  LifeBuoy,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  PenLine,
  Tags,
} from 'lucide-react';
import type { SettingsPage } from '../paths.ts';

/** `why` says why the member is told; without a page no setting decides it. */
type Words = { icon: LucideIcon; said: string; why: string; page?: SettingsPage };

const ofOwnSos = { icon: LifeBuoy, why: 'Tu as lancé ce SOS.', page: 'notifications' } as const;
const ofEvent = { icon: CalendarDays, why: 'Tu as une place à cet événement, ou tu l’organises.' };
const ofDeal = { icon: Tags, why: 'Tu participes à ce deal, ou il t’intéresse.' };

const KINDS: Record<NoticeKind, Words> = {
  message: {
    icon: MessagesSquare,
    said: 'Des messages t’attendent',
    why: 'Tu as une place dans cette conversation, et elle n’est pas en sourdine.',
    page: 'notifications',
  },
  mention: {
    icon: MessagesSquare,
    said: 'Un message te mentionne ou te répond',
    why: 'Une mention ou une réponse t’est signalée, même en sourdine.',
    page: 'notifications',
  },
  joined: { ...ofOwnSos, said: 'Un membre a rejoint ton SOS' },
  ended: { ...ofOwnSos, said: 'L’équipe a terminé ton SOS' },
  helped: { ...ofOwnSos, said: 'Une première aide pour ton SOS urgent' },
  asked: {
    icon: HandHelping,
    said: 'Un membre t’invite à aider',
    why: 'Ce membre a pensé à toi, et tu acceptes les demandes d’aide.',
    page: 'notifications',
  },
  alert: {
    icon: BellRing,
    said: 'Un SOS a besoin de toi',
    why: 'Ton profil convient à ce SOS, et tu acceptes les alertes.',
    page: 'availability',
  },
  assigned: {
    icon: HandHelping,
    said: 'L’équipe compte sur toi',
    why: 'L’équipe t’a donné une place dans cette conversation.',
  },
  held: {
    icon: CircleQuestionMark,
    said: 'Est-ce que ça tient\u202f?',
    why: 'Tu as marqué ce SOS comme résolu.',
  },
  draft: {
    icon: PenLine,
    said: 'Un texte à relire avant publication',
    why: 'Tu as pris part à cette conversation ou à cet événement.',
  },
  unhelped: { icon: LifeBuoy, said: 'Un SOS est sans aide', why: 'Tu administres Guilde.' },
  announcement: {
    icon: Megaphone,
    said: 'Une annonce de l’équipe',
    why: 'L’équipe écrit aux membres.',
    page: 'notifications',
  },
  examined: {
    icon: BadgeCheck,
    said: 'Ton signalement a été examiné',
    why: 'Tu as envoyé ce signalement.',
  },
  'event-seat': { ...ofEvent, said: 'Du nouveau pour ta place' },
  'event-changed': { ...ofEvent, said: 'L’heure ou le lieu a changé' },
  'event-reminder': { ...ofEvent, said: 'Un rappel' },
  benchmark: {
    icon: ChartNoAxesColumn,
    said: 'Du nouveau dans les benchmarks',
    why: 'Tu acceptes les annonces de l’équipe.',
    page: 'notifications',
  },
  'deal-changed': { ...ofDeal, said: 'Du nouveau dans un deal' },
  'deal-ended': { ...ofDeal, said: 'Un deal arrive à son terme' },
  'deal-reminder': { ...ofDeal, said: 'Un deal se termine bientôt' },
};

const REASONS: Record<NoticeReason, { text: string; page?: SettingsPage }> = {
  declined: { text: 'Tes réglages n’en veulent pas.', page: 'notifications' },
  paused: { text: 'Tu faisais une pause.', page: 'availability' },
  'quiet-hours': { text: 'C’était pendant tes heures calmes.', page: 'availability' },
  undisturbed: { text: 'Tu avais choisi «\u00a0Ne pas déranger\u00a0».', page: 'availability' },
  unreachable: { text: 'Aucun de tes appareils n’accepte les notifications.', page: 'notifications' },
  capped: { text: 'Tu avais déjà reçu ton maximum d’alertes en 24\u00a0heures.', page: 'availability' },
  told: { text: 'Guilde était sous tes yeux, ou ouverte.' },
  needless: { text: 'Tu l’avais déjà vu, ou ce n’était plus d’actualité.' },
  late: { text: 'L’information arrivait trop tard.' },
  blocked: { text: 'Tu as bloqué ce membre.', page: 'account' },
};

export type ToldWords = {
  icon: LucideIcon;
  said: string;
  /** « Par e-mail » */
  how: string;
  question: string;
  answer: string;
  page: SettingsPage | null;
};

/** The second question is for what the member learns only here. */
export function wordsOf({ kind, channel, reason }: Pick<Told, 'kind' | 'channel' | 'reason'>): ToldWords {
  const { icon, said, why, page } = KINDS[kind];
  const because = reason && REASONS[reason];
  const isSilent = channel === 'none' && reason !== 'told' && reason !== 'needless';
  if (isSilent && because)
    return {
      icon,
      said,
      how: 'Sans notification',
      question: 'Pourquoi n’ai-je pas été prévenu\u202f?',
      answer: because.text,
      page: because.page ?? null,
    };
  const inPlace =
    channel === 'mail' && because ? ` Par e-mail seulement\u00a0: ${lowered(because.text)}` : '';
  return {
    icon,
    said,
    how: howOf(channel, reason),
    question: 'Pourquoi ai-je reçu ça\u202f?',
    answer: why + inPlace,
    page: (inPlace && because?.page) || (page ?? null),
  };
}

function howOf(channel: Told['channel'], reason: Told['reason']): string {
  if (channel === 'push') return 'Sur tes appareils';
  if (channel === 'mail') return 'Par e-mail';
  if (channel === null) return 'Bientôt par e-mail';
  return reason === 'needless' ? 'Déjà vu' : 'Dans Guilde';
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export const SETTING_LINKS: Partial<Record<SettingsPage, string>> = {
  notifications: 'Régler les notifications',
  availability: 'Régler ta disponibilité',
  account: 'Voir les membres bloqués',
};
