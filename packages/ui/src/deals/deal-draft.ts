import { createDrafts } from '../kit/member-drafts.ts';
import type { DealForm } from './deal-form.ts';

/** The keys are those of `draftKeys`. */
export const useDealDrafts = createDrafts<DealForm>('deal-drafts');

/** A new deal and the offer of the one deal that the member leads are drafts of their own. */
export const draftKeys = (memberId: string) => [memberId, `${memberId}/offer`] as const;
