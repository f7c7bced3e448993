import type { z } from 'zod';
import type { importAnswerOutput } from './import-output.ts';

/** The labels name the places that exports come from. */
export const IMPORT_SOURCES = [
  { id: 'csv', label: 'Fichier CSV' },
  { id: 'slack', label: 'Slack' },
  { id: 'discourse', label: 'Discourse' },
  { id: 'discord', label: 'Discord' },
  { id: 'whatsapp', label: 'WhatsApp' },
] as const;

export type ImportSource = (typeof IMPORT_SOURCES)[number]['id'];

/** An export may have more threads, but one reads them all before they are chosen. */
export const IMPORT_CHOSEN_MAX = 50;
/** A question with one answer is no exchange from which something was learned. */
export const IMPORT_MESSAGES_MIN = 3;
export const IMPORT_MESSAGES_MAX = 60;
export const IMPORT_TEXT_MAX = 2000;
export const IMPORT_NAMES_MAX = 60;
export const IMPORT_POINTS_MAX = 6;
export const IMPORT_POINT_MAX = 300;
export const IMPORT_BYTES_MAX = 50 * 1024 * 1024;

export type ImportAnswer = z.infer<typeof importAnswerOutput>;
