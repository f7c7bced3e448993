import type { z } from 'zod';
import type * as output from './output.ts';

/** The kinds stand in the order of the filter (docs/specification.md#queue). */
export const QUEUE_KINDS = [
  { id: 'unhelped', one: 'SOS sans aide', many: 'SOS sans aide' },
  { id: 'incident', one: 'panne à confirmer', many: 'pannes à confirmer' },
  { id: 'right', one: 'demande sur des données', many: 'demandes sur des données' },
  { id: 'report', one: 'dossier à décider', many: 'dossiers à décider' },
  { id: 'contest', one: 'contestation', many: 'contestations' },
  { id: 'evidence', one: 'justificatif à examiner', many: 'justificatifs à examiner' },
  { id: 'access', one: 'demande d’accès', many: 'demandes d’accès' },
  { id: 'event', one: 'atelier à approuver', many: 'ateliers à approuver' },
  { id: 'deal', one: 'deal à relire', many: 'deals à relire' },
  { id: 'contact', one: 'message de contact', many: 'messages de contact' },
  { id: 'summary', one: 'résumé à relire', many: 'résumés à relire' },
  { id: 'article', one: 'résumé à revoir', many: 'résumés à revoir' },
] as const;

export type QueueKind = (typeof QUEUE_KINDS)[number]['id'];
export type QueueItem = z.infer<typeof output.queueItemOutput>;
export type QueuePage = z.infer<typeof output.queuePageOutput>;
