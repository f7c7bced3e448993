import { z } from 'zod';
import { citedFiles } from '../files/input.ts';
import {
  atMost,
  oneOf,
  pageCursor,
  plainText,
  requiredLine,
  requiredName,
  requiredText,
  uuid,
} from '../validation.ts';
import { webAddress } from '../web-address.ts';
import {
  DEAL_CATEGORIES,
  DEAL_CODE_MAX,
  DEAL_CONDITION_MAX,
  DEAL_CONDITIONS_MAX,
  DEAL_FILES_MAX,
  DEAL_KINDS,
  DEAL_MESSAGE_MAX,
  DEAL_NEED_MAX,
  DEAL_NOTE_MAX,
  DEAL_REASON_MAX,
  DEAL_SCOPES,
  DEAL_SUPPLIER_MAX,
  DEAL_TIES,
  DEAL_TITLE_MAX,
  DEAL_UNIT_MAX,
  DEAL_URL_MAX,
  PRICE_MAX,
  PROMISE_ANSWERS,
  QUANTITY_MAX,
  SAVED_EUROS_MAX,
  TIERS_MAX,
  VOLUME_BANDS,
} from './rules.ts';

const quantity = z.int('Indique un nombre entier.').min(1).max(QUANTITY_MAX);
const price = z.int().min(1).max(PRICE_MAX);
const line = (max: number) => plainText.trim().check(atMost(max)).default('');
const day = z.iso.date('Choisis un jour.');
/** Null is refused as TIE_REQUIRED, because the tie is what a deal is judged by. */
const tie = { tie: oneOf(DEAL_TIES).nullable().default(null), tieNote: line(DEAL_NOTE_MAX) };

const tier = z.object({
  minimum: quantity,
  price: price.nullable().default(null),
  condition: line(DEAL_CONDITION_MAX),
});

const fields = z.object({
  ...tie,
  supplierName: requiredName(DEAL_SUPPLIER_MAX),
  supplierUrl: plainText
    .trim()
    .check(atMost(DEAL_URL_MAX))
    .refine((text) => webAddress(text)?.startsWith('https:'), 'Écris une adresse qui commence par https://.'),
  conditions: requiredText(DEAL_CONDITIONS_MAX),
  unit: requiredLine(DEAL_UNIT_MAX),
  tiers: z.array(tier).min(1).max(TIERS_MAX, `${TIERS_MAX} paliers au plus.`),
  minTotal: quantity,
  maxTotal: quantity.nullable().default(null),
  minEach: quantity.default(1),
  maxEach: quantity.nullable().default(null),
  /** Commitments are taken to the end of this day in Paris. */
  commitUntil: day,
  validFrom: day.nullable().default(null),
  validUntil: day.nullable().default(null),
  /** Somebody saw this public price on this day. */
  reference: z.object({ price, on: day }).nullable().default(null),
  code: line(DEAL_CODE_MAX),
  /** These are the proofs, and among them is that of the public price. */
  files: citedFiles(DEAL_FILES_MAX, `${DEAL_FILES_MAX} preuves au plus.`).default([]),
});

type Fields = z.output<typeof fields>;

function offerFaults(value: Fields): Record<string, string> {
  const { tiers, minTotal, maxTotal, minEach, maxEach, validFrom, validUntil, reference } = value;
  const isFalling = tiers.every(({ minimum, price: its }, index) => {
    const before = tiers[index - 1];
    return !before || (minimum > before.minimum && (its === null || its < (before.price ?? PRICE_MAX + 1)));
  });
  const isReachable = maxTotal === null || (tiers[0]?.minimum ?? 0) <= maxTotal;
  const isSaid = tiers.every((one) => one.price !== null || one.condition !== '');
  return {
    ...(isReachable ? {} : { tiers: 'Le premier palier dépasse le maximum du deal.' }),
    ...(isSaid ? {} : { tiers: 'Donne à chaque palier un prix ou une condition.' }),
    ...(isFalling ? {} : { tiers: 'Chaque palier demande plus et coûte moins que le précédent.' }),
    ...(maxTotal !== null && maxTotal < minTotal ? { maxTotal: 'Ce maximum est sous l’objectif.' } : {}),
    ...(maxEach !== null && maxEach < minEach ? { maxEach: 'Ce maximum est sous le minimum.' } : {}),
    ...(validFrom && validUntil && validUntil < validFrom
      ? { validUntil: 'Cette date est avant le début.' }
      : {}),
    ...(reference && value.files.length === 0 ? { files: 'Joins la preuve du prix constaté.' } : {}),
  };
}

/** It proposes an offer, or replaces that of an open deal, which voids what was committed. */
export const dealOfferInput = fields.check(({ value, issues }) => {
  for (const [field, message] of Object.entries(offerFaults(value)))
    issues.push({ code: 'custom', path: [field], message, input: value });
});

/** The client makes the id, so that sending twice makes one deal. With an offer, who proposes it leads it. */
export const proposeDealInput = z.object({
  id: uuid,
  kind: oneOf(DEAL_KINDS, 'Choisis une sorte de deal.'),
  category: oneOf(DEAL_CATEGORIES, 'Choisis une catégorie.'),
  title: requiredLine(DEAL_TITLE_MAX),
  need: requiredText(DEAL_NEED_MAX),
  offer: dealOfferInput.nullable().default(null),
});

export const dealParams = z.object({ dealId: uuid });
export const dealFileParams = dealParams.extend({ dealFileId: uuid, size: z.enum(['full', 'preview']) });

export const dealsQuery = z.object({
  scope: z.enum(DEAL_SCOPES).default('open'),
  category: z.union([z.literal('all'), oneOf(DEAL_CATEGORIES)]).default('all'),
  cursor: pageCursor,
});

/** The tie is needed where a supplier is already named. */
export const leadDealInput = z.object(tie);
export const dealInterestInput = z.object({ volume: oneOf(VOLUME_BANDS).nullable() });

/** `revision` is of the offer that the member has read. */
export const commitInput = z.object({ quantity, consent: z.boolean(), revision: z.int().min(1) });
/** The quantity stays: « Ça me va ». */
export const confirmDealInput = z.object({ revision: z.int().min(1) });
/** An idea has no offer yet, and the revision 0. */
export const approveDealInput = z.object({ revision: z.int().min(0) });
export const withdrawInput = z.object({ reason: line(DEAL_REASON_MAX) });
export const consentInput = z.object({ consent: z.boolean() });
export const dealChoiceInput = z.object({ choice: z.enum(['prolong', 'lower-tier', 'abandon']) });
export const keptInput = z.object({ memberId: uuid, kept: z.boolean() });
export const dealMessageInput = z.object({ id: uuid, text: requiredText(DEAL_MESSAGE_MAX) });
export const dealReasonInput = z.object({ reason: requiredText(DEAL_REASON_MAX) });
export const dealReviewInput = z.object({
  answer: oneOf(PROMISE_ANSWERS, 'Choisis une réponse.'),
  /** The amount is in whole euros. */
  saved: z.int().min(1).max(SAVED_EUROS_MAX).nullable().default(null),
});
