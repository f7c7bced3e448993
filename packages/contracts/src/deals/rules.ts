import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { parisInstant, parisLocal } from '../paris-time.ts';
import type * as output from './output.ts';

/** See docs/specification.md#deals. */
export const DEAL_KINDS = [
  { id: 'terms', label: 'Conditions négociées', hint: 'Un tarif ou un code, valable un temps' },
  { id: 'order', label: 'Commande groupée', hint: 'Des quantités, un objectif, une date' },
] as const;

export const DEAL_CATEGORIES = [
  { id: 'transport', label: 'Transport' },
  { id: 'packaging', label: 'Emballage' },
  { id: 'tools', label: 'Outils' },
  { id: 'payment', label: 'Paiement' },
  { id: 'supplies', label: 'Fournisseurs' },
  { id: 'services', label: 'Services' },
] as const;

export const DEAL_TIES = [
  { id: 'none', label: 'Aucun lien' },
  { id: 'client', label: 'Je suis client' },
  { id: 'close', label: 'Proche ou associé' },
  { id: 'paid', label: 'Ce fournisseur me rémunère' },
] as const;

/** They are in units of the deal; the ids stay, whatever the unit is. */
export const VOLUME_BANDS = [
  { id: 'to-50', label: 'Jusqu’à 50' },
  { id: 'to-200', label: '51 à 200' },
  { id: 'to-1000', label: '201 à 1\u202f000' },
  { id: 'more', label: 'Plus de 1\u202f000' },
] as const;

export const PROMISE_ANSWERS = [
  { id: 'yes', label: 'Oui' },
  { id: 'partly', label: 'En partie' },
  { id: 'no', label: 'Non' },
] as const;

export const DEAL_SCOPES = ['ideas', 'open', 'concluded', 'mine'] as const;

export const DEAL_TITLE_MAX = 100;
export const DEAL_NEED_MAX = 2000;
export const DEAL_CONDITIONS_MAX = 2000;
export const DEAL_SUPPLIER_MAX = 80;
export const DEAL_URL_MAX = 300;
export const DEAL_NOTE_MAX = 200;
export const DEAL_UNIT_MAX = 30;
export const DEAL_CONDITION_MAX = 120;
export const DEAL_CODE_MAX = 60;
export const DEAL_FILES_MAX = 4;
export const PROOF_MAX_BYTES = 10 * 1024 * 1024;
export const DEAL_REASON_MAX = 300;
export const DEAL_MESSAGE_MAX = 1000;
export const QUANTITY_MAX = 1_000_000;
/** Amounts are integers in ten-thousandths of a euro. */
export const EURO = 10_000;
export const PRICE_MAX = 1_000_000 * EURO;
export const SAVED_EUROS_MAX = 1_000_000;
export const TIERS_MAX = 5;
export const OPEN_DEALS_MAX = 3;
export const COMMIT_DAYS_MIN = 3;
export const COMMIT_DAYS_MAX = 60;
export const PROLONGED_DAYS = 7;
export const DEALS_PAGE = 30;
/** Their conversation has so many seats: the lead, who is committed and who is interested. */
export const DEAL_SEATS = 50;
/** A sum of fewer commitments or interests would tell somebody's volume, and of fewer reviews somebody's answer. */
export const PROGRESS_MIN = 5;
export const REVIEWS_MIN = 3;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const CHOICE_MS = 48 * HOUR_MS;
export const SILENT_MS = 14 * DAY_MS;
export const REVIEW_AFTER_MS = 30 * DAY_MS;
/** Kept promises are shown for so long. */
export const PROMISES_MS = 365 * DAY_MS;

export type DealKind = (typeof DEAL_KINDS)[number]['id'];
export type DealCategory = (typeof DEAL_CATEGORIES)[number]['id'];
export type DealTie = (typeof DEAL_TIES)[number]['id'];
export type VolumeBand = (typeof VOLUME_BANDS)[number]['id'];
export type PromiseAnswer = (typeof PROMISE_ANSWERS)[number]['id'];
export type DealStatus = z.infer<typeof output.dealStatusOutput>;
export type CommitmentState = z.infer<typeof output.commitmentStateOutput>;
export type DealTier = z.infer<typeof output.dealTierOutput>;
export type DealOffer = z.infer<typeof output.dealOfferOutput>;
export type Deal = z.infer<typeof output.dealOutput>;
export type DealDetail = z.infer<typeof output.dealDetailOutput>;
export type DealPage = z.infer<typeof output.dealPageOutput>;

type Ending = Pick<Deal, 'status' | 'commitUntil'>;

/** Who leads one of these leads no other. */
export const LED_STATUSES = ['negotiation', 'offered', 'open', 'reached'] as const satisfies DealStatus[];
/** These count as open for who proposed them. */
export const UNDECIDED_STATUSES = [
  'proposed',
  'idea',
  'negotiation',
  'offered',
  'open',
] as const satisfies DealStatus[];

const isOneOf = (statuses: readonly DealStatus[], status: DealStatus) => statuses.includes(status);

/** `now` is in milliseconds. */
export function denyCommitment({ status, commitUntil }: Ending, now: number): ErrorCode | null {
  return status === 'open' && commitUntil !== null && now < Date.parse(commitUntil) ? null : 'DEAL_CLOSED';
}

/** Interest is asked for until the offer is open to the end. */
export function denyInterest({ status }: Pick<Deal, 'status'>): ErrorCode | null {
  return isOneOf(['idea', 'negotiation', 'offered', 'open'], status) ? null : 'DEAL_CLOSED';
}

/** A deal that lost its lead may have another one at any time before its end. */
export function denyLead(deal: Pick<Deal, 'status' | 'lead'>): ErrorCode | null {
  if (!isOneOf(['idea', ...LED_STATUSES], deal.status)) return 'DEAL_CLOSED';
  return deal.lead === null ? null : 'DEAL_LED';
}

/** An open offer may change too: then nobody stays in it silently. */
export function denyOffer(deal: Pick<Deal, 'status' | 'isLead'>): ErrorCode | null {
  if (!deal.isLead) return 'NOT_FOUND';
  return isOneOf(['negotiation', 'offered', 'open'], deal.status) ? null : 'DEAL_CLOSED';
}

/** Once the goal is reached one withdraws with a reason, and it counts as not kept. */
export function isLateWithdrawal({ status }: Pick<Deal, 'status'>): boolean {
  return isOneOf(['reached', 'concluded', 'reviewed'], status);
}

/** Names go to the lead once the goal is reached, and only of those who agreed. */
export function denyNames(deal: Pick<Deal, 'status' | 'isLead'>): ErrorCode | null {
  if (!deal.isLead) return 'NOT_FOUND';
  return isOneOf(['reached', 'concluded', 'reviewed'], deal.status) ? null : 'DEAL_CLOSED';
}

/** The lead writes to all who are committed. */
export function denyMessage(deal: Pick<Deal, 'status' | 'isLead'>): ErrorCode | null {
  return deal.isLead && deal.status === 'open' ? null : denyNames(deal);
}

/** Whoever is committed does not know yet whether they order, and may withdraw. */
export function isUndecided({ status, choice }: Pick<Deal, 'status' | 'choice'>): boolean {
  return choice !== null || denyCancellation({ status }) === null;
}

/** A deal whose conditions hold, or of which nothing came, cannot be cancelled. */
export function denyCancellation({ status }: Pick<Deal, 'status'>): ErrorCode | null {
  return isOneOf([...UNDECIDED_STATUSES, 'reached'], status) ? null : 'DEAL_CLOSED';
}

export function denyConclusion(deal: Pick<Deal, 'status' | 'isLead'>): ErrorCode | null {
  if (!deal.isLead) return 'NOT_FOUND';
  return deal.status === 'reached' ? null : 'DEAL_CLOSED';
}

export function denyReview(deal: Pick<Deal, 'status' | 'commitment'>): ErrorCode | null {
  const state = deal.commitment?.state;
  if (state !== 'committed' && state !== 'kept') return 'NOT_FOUND';
  return deal.status === 'reviewed' ? null : 'DEAL_CLOSED';
}

/** Nobody can tell one commitment from sums that are rounded down to two digits. */
export function roundedSum(sum: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, sum))) - 1);
  return Math.floor(sum / unit) * unit;
}

/** Returns the best tier whose minimum is reached, or null. */
export function reachedTier<T extends Pick<DealTier, 'minimum'>>(
  tiers: readonly T[],
  total: number,
): T | null {
  return tiers.findLast(({ minimum }) => minimum <= total) ?? null;
}

/** « 2027-03-15 » lasts until its last minute in Paris. Null means that it is not 3 to 60 days from now. */
export function commitEnd(day: string, now: number): number | null {
  const end = parisInstant(`${day}T23:59`);
  const first = parisInstant(`${parisLocal(now + COMMIT_DAYS_MIN * DAY_MS).slice(0, 10)}T00:00`);
  return end >= first && end <= now + (COMMIT_DAYS_MAX + 1) * DAY_MS ? end : null;
}
