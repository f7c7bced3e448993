import { LEGAL_REVISIONS, type LegalRevision } from '@guilde/contracts/information/legal.ts';

/** Adds legal revisions to those of the product, and returns a function that removes them. */
export function addLegalRevisions(...later: LegalRevision[]): () => void {
  const revisions = LEGAL_REVISIONS as LegalRevision[];
  revisions.push(...later);
  return () => void revisions.splice(-later.length);
}
