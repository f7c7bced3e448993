import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type * as output from './output.ts';

export const EVIDENCE_MAX_BYTES = 8 * 1024 * 1024;
/** The team reviews earlier when the member has sent something. */
export const EVIDENCE_DAYS = 14;

export type Evidence = z.infer<typeof output.evidenceOutput>;

type Asked = { isCertified: boolean; profileComplete: boolean; evidence: object | null };

export function denyEvidenceRequest({ isCertified, profileComplete, evidence }: Asked): ErrorCode | null {
  if (!isCertified || !profileComplete) return 'EVIDENCE_NOT_POSSIBLE';
  return evidence === null ? null : 'EVIDENCE_ASKED';
}
