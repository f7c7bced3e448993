import type { proposeDealInput } from '@guilde/contracts/deals/input.ts';
import {
  type DealCategory,
  type DealDetail,
  type DealKind,
  type DealTie,
  EURO,
} from '@guilde/contracts/deals/rules.ts';
import { parisLocal } from '@guilde/contracts/paris-time.ts';
import { newUuid } from '@guilde/contracts/uuid.ts';
import type { z } from 'zod';

type TierForm = { minimum: string; price: string; condition: string };
/** Numbers are kept as they are typed. */
export type DealForm = {
  id: string;
  kind: DealKind;
  category: DealCategory | '';
  title: string;
  need: string;
  offer: {
    tie: DealTie | null;
    reference: { price: string; on: string };
    tiers: TierForm[];
  } & Record<(typeof TEXTS)[number] | (typeof COUNTS)[number] | (typeof DAYS)[number], string>;
};

const TEXTS = ['tieNote', 'supplierName', 'supplierUrl', 'conditions', 'unit', 'code'] as const;
const COUNTS = ['minTotal', 'maxTotal', 'minEach', 'maxEach'] as const;
const DAYS = ['commitUntil', 'validFrom', 'validUntil'] as const;

export const NEW_TIER: TierForm = { minimum: '', price: '', condition: '' };

/** `id` stays until it is sent, so that a retry makes no second deal. */
export function newDeal(): DealForm {
  return {
    ...{ id: newUuid(), kind: 'order', category: '', title: '', need: '' },
    offer: {
      ...{ tie: null, tieNote: '', supplierName: '', supplierUrl: '', conditions: '', unit: '', code: '' },
      ...{
        minTotal: '',
        maxTotal: '',
        minEach: '',
        maxEach: '',
        commitUntil: '',
        validFrom: '',
        validUntil: '',
      },
      ...{ reference: { price: '', on: '' }, tiers: [NEW_TIER] },
    },
  };
}

export function formOf(deal: DealDetail): DealForm {
  const { id, kind, category, title, need, offer, tie, tieNote, code, commitUntil } = deal;
  const empty = newDeal().offer;
  if (!offer) return { id, kind, category, title, need, offer: { ...empty, tie, tieNote } };
  const { tiers, reference, minTotal, maxTotal, minEach, maxEach, validFrom, validUntil, ...texts } = offer;
  const typed = (count: number | null) => (count === null ? '' : String(count));
  const euros = (price: number | null) => (price === null ? '' : String(price / EURO).replace('.', ','));
  return {
    ...{ id, kind, category, title, need },
    offer: {
      ...{ ...texts, tie, tieNote, code: code ?? '' },
      ...{
        minTotal: typed(minTotal),
        maxTotal: typed(maxTotal),
        minEach: typed(minEach),
        maxEach: typed(maxEach),
      },
      commitUntil: commitUntil ? parisLocal(Date.parse(commitUntil)).slice(0, 10) : '',
      validFrom: validFrom ?? '',
      validUntil: validUntil ?? '',
      reference: { price: euros(reference?.price ?? null), on: reference?.on ?? '' },
      tiers: tiers.map(({ minimum, price, condition }) => ({
        minimum: String(minimum),
        price: euros(price),
        condition,
      })),
    },
  };
}

/** Null stands for an empty field, NaN for what is no number. */
const numberOf = (text: string) =>
  text.trim() === '' ? null : Number(text.replace(/[\s€]/g, '').replace(',', '.'));

function priceOf(text: string): number | null {
  const euros = numberOf(text);
  return euros === null ? null : Math.round(euros * EURO);
}

/** It is checked against the schema, which refuses what is missing. */
export function inputOf({ offer, ...deal }: DealForm, files: string[]): unknown {
  const { reference, tiers, minEach, ...rest } = offer;
  const isReferenced = reference.price.trim() !== '' || reference.on !== '';
  return {
    ...deal,
    offer: {
      ...rest,
      files,
      tiers: tiers.map(({ minimum, price, condition }) => ({
        minimum: numberOf(minimum),
        price: priceOf(price),
        condition,
      })),
      minTotal: numberOf(offer.minTotal),
      maxTotal: numberOf(offer.maxTotal),
      minEach: numberOf(minEach) ?? 1,
      maxEach: numberOf(offer.maxEach),
      validFrom: offer.validFrom || null,
      validUntil: offer.validUntil || null,
      reference: isReferenced ? { price: priceOf(reference.price), on: reference.on } : null,
    } satisfies Record<keyof NonNullable<z.input<typeof proposeDealInput>['offer']>, unknown>,
  };
}

export function isWritten({ title, need, offer }: DealForm): boolean {
  return [
    title,
    need,
    ...TEXTS.map((name) => offer[name]),
    ...offer.tiers.map(({ minimum }) => minimum),
  ].some((text) => text.trim() !== '');
}
