import { LEGAL_REVISIONS, type LegalRevision } from '@guilde/contracts/information/legal.ts';

/** Adds revisions to those of the product, for the server of the tests; returns how to take them away. */
export function addLegalRevisions(...later: LegalRevision[]): () => void {
  const revisions = LEGAL_REVISIONS as LegalRevision[];
  revisions.push(...later);
  return () => void revisions.splice(-later.length);
}
