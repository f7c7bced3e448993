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

function each<Name extends string>(names: readonly Name[], text: (name: Name) => string) {
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
}

/** `id` stays until it is sent, so that a retry makes no second deal. */
export function newDeal(): DealForm {
  const offer = {
    ...each([...TEXTS, ...COUNTS, ...DAYS], () => ''),
    ...{ tie: null, reference: { price: '', on: '' }, tiers: [NEW_TIER] },
  };
  return { id: newUuid(), kind: 'order', category: '', title: '', need: '', offer };
}

export function formOf({ id, kind, category, title, need, offer, ...deal }: DealDetail): DealForm {
  const { tie, tieNote } = deal;
  if (!offer) return { id, kind, category, title, need, offer: { ...newDeal().offer, tie, tieNote } };
  const euros = (price = null as number | null) =>
    price === null ? '' : String(price / EURO).replace('.', ',');
  const texts = { ...offer, tieNote, code: deal.code ?? '' };
  return {
    ...{ id, kind, category, title, need },
    offer: {
      ...each(TEXTS, (name) => texts[name]),
      ...each(COUNTS, (name) => String(offer[name] ?? '')),
      commitUntil: deal.commitUntil ? parisLocal(Date.parse(deal.commitUntil)).slice(0, 10) : '',
      validFrom: offer.validFrom ?? '',
      validUntil: offer.validUntil ?? '',
      tie,
      reference: { price: euros(offer.reference?.price), on: offer.reference?.on ?? '' },
      tiers: offer.tiers.map(({ minimum, price, condition }) => ({
        ...{ minimum: String(minimum), price: euros(price), condition },
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
      tiers: tiers.map((tier) => ({ ...tier, minimum: numberOf(tier.minimum), price: priceOf(tier.price) })),
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
