import type { z } from 'zod';
import type { ShownErrorCode } from '../errors/shown.ts';
import type { ErrorCode } from '../errors.ts';
import type { Specialty } from '../profiles/rules.ts';
import type * as output from './output.ts';
import type { askableSosOutput, helpRequestOutput } from './output.ts';

export const SOS_CATEGORIES = [
  { id: 'ads', label: 'Publicité' },
  { id: 'conversion', label: 'Conversion' },
  { id: 'tech', label: 'Technique' },
  { id: 'sourcing', label: 'Sourcing' },
  { id: 'team', label: 'Équipe' },
  { id: 'legal', label: 'Juridique' },
  { id: 'other', label: 'Autre' },
] as const;

export const SOS_STATUSES = [
  { id: 'open', label: 'Ouvert' },
  { id: 'in_progress', label: 'En cours' },
  { id: 'resolved', label: 'Résolu' },
  { id: 'closed', label: 'Fermé' },
] as const;

export type SosCategory = (typeof SOS_CATEGORIES)[number]['id'];

export type SosStatus = (typeof SOS_STATUSES)[number]['id'];

export const SOS_TITLE_MAX = 100;
export const SOS_DESCRIPTION_MAX = 2000;
export const SOS_ADDITION_MAX = 1000;
export const SOS_ADDITIONS_MAX = 5;
export const SOS_EXCERPT_MAX = 240;
export const SOS_PAGE = 20;
/** The period holds for an SOS that its requester closed without a resolution. */
export const REOPEN_HOURS = 24;
/** The requester can undo a resolution for so long. */
export const UNDO_MINUTES = 10;
/** See docs/specification.md#home. */
export const HOME_SOS = 3;

/** A category brings along the specialty of the same name (docs/specification.md#sos). */
export const PROPOSED_SPECIALTIES: Record<SosCategory, Specialty[]> = {
  ads: ['ads'],
  conversion: ['cro'],
  tech: [],
  sourcing: ['sourcing'],
  team: [],
  legal: [],
  other: [],
};

export const SOS_DATE_FILTERS = [
  { id: 'all', label: 'Toutes les dates' },
  { id: 'today', label: 'Aujourd’hui' },
  { id: 'week', label: 'Cette semaine' },
  { id: 'month', label: 'Ce mois-ci' },
] as const;

export const SOS_STATUS_FILTERS = [
  { id: 'all', label: 'Tous les statuts' },
  { id: 'ongoing', label: 'En cours' },
  { id: 'resolved', label: 'Résolus' },
  { id: 'unresolved', label: 'Non résolus' },
] as const;

export type SosDateFilter = (typeof SOS_DATE_FILTERS)[number]['id'];
export type SosStatusFilter = (typeof SOS_STATUS_FILTERS)[number]['id'];

/** See docs/specification.md#sos. */
export const STATUSES_OF_FILTER: Record<SosStatusFilter, SosStatus[]> = {
  all: ['open', 'in_progress', 'resolved', 'closed'],
  ongoing: ['in_progress'],
  resolved: ['resolved'],
  unresolved: ['open', 'in_progress'],
};

/** It is null while nobody has replied. */
export type SosConversation = z.infer<typeof output.sosConversationOutput>;

export type SosAddition = z.infer<typeof output.sosAdditionOutput>;

/** It is the same for every viewer, so that one event serves all. */
export type Sos = z.infer<typeof output.sosOutput>;

export type SosDetail = z.infer<typeof output.sosDetailOutput>;

/** With `invitesYou` the requester invited the viewer, who has not joined; with `alert` a wave did. */
export type SosForViewer = z.infer<typeof output.sosForViewerOutput>;

export type SosPage = z.infer<typeof output.sosPageOutput>;

/** See docs/specification.md#sos. */
export type ChatButtonState = 'loading' | 'participant' | 'can-join' | 'full' | 'no-conversation' | 'ended';

/** `sos` is undefined while it loads. A requester has nothing to open before an answer. */
export function chatButtonState(viewerId: string, sos: Sos | undefined): ChatButtonState {
  if (!sos) return 'loading';
  const isRequester = sos.author?.id === viewerId;
  if (sos.conversation && (isRequester || sos.helpers.some((helper) => helper.id === viewerId)))
    return 'participant';
  if (isEnded(sos)) return 'ended';
  if (!sos.conversation) return 'no-conversation';
  return sos.conversation.currentParticipants >= sos.conversation.maxParticipants ? 'full' : 'can-join';
}

export function isEnded(sos: Pick<Sos, 'status'>): boolean {
  return sos.status === 'resolved' || sos.status === 'closed';
}

export function denyJoinSos(viewerId: string, sos: Sos): ShownErrorCode | null {
  if (sos.author?.id === viewerId) return 'SOS_OWN';
  if (isEnded(sos)) return 'SOS_ENDED';
  const { conversation } = sos;
  return conversation && conversation.currentParticipants >= conversation.maxParticipants
    ? 'CONVERSATION_FULL'
    : null;
}

export function denyCorrectSos(viewerId: string, sos: Pick<Sos, 'author' | 'status'>): ErrorCode | null {
  return denyEndSos(viewerId, sos);
}

export function denyAddToSos(
  viewerId: string,
  sos: Pick<SosDetail, 'author' | 'status' | 'additions'>,
): ErrorCode | null {
  const denied = denyEndSos(viewerId, sos);
  return denied ?? (sos.additions.length >= SOS_ADDITIONS_MAX ? 'SOS_ADDITIONS_EXHAUSTED' : null);
}

export function denyEndSos(viewerId: string, sos: Pick<Sos, 'author' | 'status'>): ErrorCode | null {
  if (sos.author?.id !== viewerId) return 'SOS_NOT_YOURS';
  return isEnded(sos) ? 'SOS_ENDED' : null;
}

/** `now` is in milliseconds. */
export function denyReopenSos(
  viewerId: string,
  sos: Pick<Sos, 'status' | 'closedAt' | 'closedByTeam'> & { author: { id: string } | null },
  now: number,
): ErrorCode | null {
  if (sos.author?.id !== viewerId) return 'SOS_NOT_YOURS';
  if (sos.status !== 'closed' || !sos.closedAt) return 'SOS_NOT_CLOSED';
  if (sos.closedByTeam) return 'SOS_CLOSED_BY_TEAM';
  return now - Date.parse(sos.closedAt) > REOPEN_HOURS * 3_600_000 ? 'SOS_REOPEN_TOO_LATE' : null;
}

/** `now` is in milliseconds. */
export function denyUndoResolution(
  viewerId: string,
  sos: Pick<Sos, 'status' | 'resolvedAt' | 'closedByTeam'> & { author: { id: string } | null },
  now: number,
): ErrorCode | null {
  if (sos.author?.id !== viewerId) return 'SOS_NOT_YOURS';
  const since = sos.status === 'resolved' && !sos.closedByTeam && sos.resolvedAt;
  return since && now - Date.parse(since) <= UNDO_MINUTES * 60_000 ? null : 'RESOLUTION_SETTLED';
}

/** The limit keeps a requester from flooding the community. */
export const HELP_REQUESTS_MAX = 10;
export const HOME_HELP_REQUESTS = 5;

export type AskableSos = z.infer<typeof askableSosOutput>;

export type HelpRequest = z.infer<typeof helpRequestOutput>;

export function denyHelpRequest(memberId: string, sos: Sos): ShownErrorCode | null {
  const helps = sos.helpers.some((helper) => helper.id === memberId);
  return helps && !isEnded(sos) ? 'ALREADY_HELPING' : denyJoinSos(memberId, sos);
}
