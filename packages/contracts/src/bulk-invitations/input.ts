import { z } from 'zod';
import {
  atMost,
  decimal,
  oneOf,
  pageCursor,
  plainText,
  requiredName,
  requiredText,
  searchedText,
  uuid,
} from '../validation.ts';
import {
  BATCH_ROW_STATES,
  BULK_CELL_MAX,
  BULK_MESSAGE_MAX,
  BULK_ROWS_MAX,
  BULK_TITLE_MAX,
  hasLink,
} from './rules.ts';

/** Rows come as typed: what is wrong with them is said row by row (sorting-input.ts). */
const cell = plainText.check(atMost(BULK_CELL_MAX)).default('');

export const typedRow = z.object({
  line: z.number().int().min(1).max(1_000_000),
  email: cell,
  firstName: cell,
  lastName: cell,
  storeName: cell,
  storeUrl: cell,
  cms: cell,
  sector: cell,
  inactive: z.boolean().default(false),
});

const rows = z
  .array(typedRow)
  .min(1, 'Cette liste est vide.')
  .max(BULK_ROWS_MAX, `Une liste a ${BULK_ROWS_MAX.toLocaleString('fr-FR')} lignes au plus.`);

export const bulkPreviewInput = z.object({ rows });

export const NO_LINK = 'Écris ce texte sans lien ni adresse.';

export const bulkLetterInput = z.object({
  title: requiredName(BULK_TITLE_MAX),
  message: requiredText(BULK_MESSAGE_MAX).refine((text) => !hasLink(text), NO_LINK),
  vouched: z.boolean().refine((vouched) => vouched, 'Confirme que tu connais ces marchands.'),
});

export const bulkInvitationInput = bulkLetterInput.extend({ rows });

export const batchParams = z.object({ batchId: uuid });

export const batchesQuery = z.object({
  cursor: z.string().check(atMost(200)).optional(),
  limit: decimal(z.number().int().min(1).max(100)).default(20),
});

export const batchRowsQuery = z.object({
  q: searchedText.default(''),
  status: oneOf(BATCH_ROW_STATES).optional(),
  cursor: pageCursor,
  limit: decimal(z.number().int().min(1).max(100)).default(50),
});
