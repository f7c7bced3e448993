/** `from`: an instant. `changes`: against the revision before, for members, one sentence each. */
export type LegalRevision = {
  number: number;
  terms: string;
  privacy: string;
  from: string;
  changes: readonly string[];
};

/**
 * Of the terms and the privacy policy, oldest first; the texts stand in the client. One that changes a text is added at
 * least `LEGAL_NOTICE_DAYS` before it is in force, and the text is changed on that day
 * (docs/specification.md#terms-and-privacy-policy).
 */
export const LEGAL_REVISIONS: readonly LegalRevision[] = [
  { number: 1, terms: '1', privacy: '1', from: '2026-11-23T00:00:00+01:00', changes: [] },
];
