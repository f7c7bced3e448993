import type {
  Conversation,
  ConversationItem,
  ConversationOwner,
  Message,
} from '@guilde/contracts/conversations/rules.ts';
import { textOrFiles } from '@guilde/contracts/files/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { excerpt } from '@guilde/contracts/text.ts';
import { formatDateTime, formatDay, formatTime } from '../kit/format.ts';
import type { State } from '../kit/state-badge.tsx';
import { shortName } from './conversation.ts';

const PREVIEW_MAX = 140;

/** `name` is the person who did it, « Tu » for the member. */
export function systemMessageText(
  { kind, deletedByTeam, createdAt }: Pick<Message, 'kind' | 'deletedByTeam' | 'createdAt'>,
  name: string,
): string {
  const isMine = name === 'Tu';
  switch (kind) {
    case 'joined':
      return isMine ? 'Tu as rejoint la conversation' : `${name} a rejoint la conversation`;
    case 'left':
      return isMine ? 'Tu as quitté la conversation' : `${name} a quitté la conversation`;
    case 'resolved':
      return 'SOS marqué comme résolu';
    case 'closed':
      return 'SOS fermé';
    case 'reopened':
      return 'SOS rouvert';
    case 'consulted':
      return `L’équipe a consulté cette conversation le ${formatDateTime(createdAt)}`;
    case 'deleted':
      return deletedByTeam ? 'Message supprimé par la modération' : 'Message supprimé';
    case 'text':
      return '';
  }
}

export function lastMessagePreview({ lastMessage, lastSender }: ConversationItem, memberId: string): string {
  if (!lastMessage) return 'Aucun message pour l’instant';
  const isMine = lastMessage.senderId === memberId;
  const name = lastSender?.firstName || memberName(lastSender);
  if (lastMessage.kind !== 'text') return systemMessageText(lastMessage, isMine ? 'Tu' : name);
  return `${isMine ? 'Moi' : name} : ${excerpt(textOrFiles(lastMessage), PREVIEW_MAX)}`;
}

export function conversationState({ status, outcome }: Pick<Conversation, 'status' | 'outcome'>): {
  label: string;
  state: State;
} {
  if (status === 'closed')
    return outcome === 'resolved' ? { label: 'Résolu', state: 'done' } : { label: 'Fermé', state: 'ended' };
  return status === 'inactive'
    ? { label: 'En sommeil', state: 'ended' }
    : { label: 'En cours', state: 'active' };
}

const roles = { requester: 'auteur du SOS', helper: 'membre qui aide', other: 'Membre' } as const;

export function roleText(role: keyof typeof roles, { sosId, dealId }: ConversationOwner): string {
  if (sosId) return roles[role];
  if (role !== 'requester') return '';
  return dealId ? 'mène le deal' : 'hôte';
}

const names = new Intl.ListFormat('fr-FR', { type: 'conjunction' });

export function listNames(people: readonly string[]): string {
  return names.format(people);
}

/** « Karim, Zoé et toi » */
export function whoReacted(
  conversation: Conversation,
  memberId: string,
  memberIds: readonly string[],
): string {
  return listNames(memberIds.map((id) => (id === memberId ? 'toi' : shortName(conversation, id))));
}

const VOWEL = /^[aàâäeéèêëiîïoôöuùûüyœæ]/i;

/** « de Karim, hier 14:02 », « d’Inès, hier 14:02 » */
export function fileCaption(name: string, sentAt: string): string {
  const by = `${VOWEL.test(name) ? 'd’' : 'de '}${name}`;
  return `${by}, ${formatDay(sentAt).toLowerCase()} ${formatTime(sentAt)}`;
}
