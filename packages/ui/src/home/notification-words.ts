import type { NotificationEntry } from '@guilde/contracts/home/rules.ts';
import { NOTICES, type NoticeKind, type NoticeReason } from '@guilde/contracts/notices/channels.ts';
import {
  CalendarDays,
  HandHelping,
  LifeBuoy,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  PenLine,
  Tags,
} from 'lucide-react';
import type { SettingsPage } from '../paths.ts';

/** `why` says why the member is told. */
type Words = { icon: LucideIcon; said: string; why: string };

const conversation = { icon: MessagesSquare, why: 'Tu as une place dans cette conversation.' };
const ownSos = { icon: LifeBuoy, why: 'Tu as lancé ce SOS.' };
const help = { icon: HandHelping, why: 'Tu acceptes les demandes d’aide.' };
const event = { icon: CalendarDays, why: 'Tu organises cet événement, ou tu y as demandé une place.' };
const deal = { icon: Tags, why: 'Tu participes à ce deal, ou il t’intéresse.' };
const team = { icon: Megaphone, why: 'C’est une annonce aux membres.' };

const KINDS: Record<NoticeKind, Words> = {
  message: { ...conversation, said: 'Des messages t’attendent' },
  mention: {
    ...conversation,
    said: 'Un message te mentionne ou te répond',
    why: 'Une mention ou une réponse t’est signalée, même en sourdine.',
  },
  assigned: { ...conversation, said: 'L’équipe compte sur toi' },
  joined: { ...ownSos, said: 'Un membre a rejoint ton SOS' },
  ended: { ...ownSos, said: 'L’équipe a terminé ton SOS' },
  helped: { ...ownSos, said: 'Une première aide pour ton SOS urgent' },
  held: { ...ownSos, said: 'Est-ce que ça tient\u202f?' },
  asked: { ...help, said: 'Un membre t’invite à aider' },
  alert: {
    ...help,
    said: 'Un SOS a besoin de toi',
    why: 'Ton profil convient à ce SOS, et tu acceptes les alertes.',
  },
  unhelped: { icon: LifeBuoy, said: 'Un SOS est sans aide', why: 'Tu administres Guilde.' },
  draft: {
    icon: PenLine,
    said: 'Un texte à relire avant publication',
    why: 'Tu as pris part à cette conversation ou à cet événement.',
  },
  announcement: { ...team, said: 'Une annonce de l’équipe' },
  benchmark: { ...team, said: 'Du nouveau dans les benchmarks' },
  examined: { ...team, said: 'Ton signalement a été examiné', why: 'Tu as envoyé ce signalement.' },
  'event-seat': { ...event, said: 'Du nouveau pour ta place' },
  'event-changed': { ...event, said: 'L’heure ou le lieu a changé' },
  'event-reminder': { ...event, said: 'Un rappel' },
  'deal-changed': { ...deal, said: 'Du nouveau dans un deal' },
  'deal-ended': { ...deal, said: 'Un deal arrive à son terme' },
  'deal-reminder': { ...deal, said: 'Un deal se termine bientôt' },
};

type Silence = Exclude<NoticeReason, 'told' | 'needless'>;

const REASONS: Record<Silence, { text: string; page: SettingsPage | null }> = {
  declined: { text: 'Tes réglages refusent ces notifications.', page: 'notifications' },
  paused: { text: 'Tu faisais une pause.', page: 'availability' },
  'quiet-hours': { text: 'C’était pendant tes heures calmes.', page: 'availability' },
  undisturbed: { text: 'Tu avais choisi «\u00a0Ne pas déranger\u00a0».', page: 'availability' },
  unreachable: { text: 'Aucun de tes appareils n’accepte les notifications.', page: 'notifications' },
  capped: { text: 'Tu avais déjà reçu ton maximum d’alertes en 24\u00a0heures.', page: 'availability' },
  late: { text: 'L’information arrivait trop tard.', page: null },
  blocked: { text: 'Tu as bloqué ce membre.', page: 'account' },
};

/** `how` is the channel, as « Par e-mail ». Without a page no setting decides it. */
export function wordsOf({ kind, channel, reason }: Pick<NotificationEntry, 'kind' | 'channel' | 'reason'>) {
  const { icon, said, why } = KINDS[kind];
  const silence = reason === null || reason === 'told' || reason === 'needless' ? null : REASONS[reason];
  if (silence && channel === 'none') {
    const question = 'Pourquoi n’ai-je pas été prévenu\u202f?';
    return { icon, said, how: 'Sans notification', question, answer: silence.text, page: silence.page };
  }
  return {
    icon,
    said,
    how: howOf(channel, reason),
    question: 'Pourquoi ai-je reçu ça\u202f?',
    answer: silence ? `${why} Un e-mail a remplacé la notification. ${silence.text}` : why,
    page: silence?.page ?? (NOTICES[kind].pushSetting && 'notifications'),
  };
}

function howOf(channel: NotificationEntry['channel'], reason: NotificationEntry['reason']): string {
  if (channel === 'push') return 'Sur tes appareils';
  if (channel === 'mail') return 'Par e-mail';
  if (channel === null) return 'Bientôt par e-mail';
  return reason === 'needless' ? 'Déjà vu' : 'Dans Guilde';
}

export const SETTING_LINKS: Partial<Record<SettingsPage, string>> = {
  notifications: 'Régler les notifications',
  availability: 'Régler ta disponibilité',
  account: 'Voir les membres bloqués',
};
