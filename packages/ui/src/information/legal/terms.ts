import type { LegalSection } from './legal-document.tsx';
import { TERMS_CONDUCT } from './terms-conduct.tsx';
import { TERMS_MEMBERSHIP } from './terms-membership.tsx';

export const TERMS_SUMMARY =
  'Les règles de Guilde : qui peut y entrer, comment on s’y conduit, ce que devient ce que vous écrivez, et vos recours.';

export const TERMS: readonly LegalSection[] = [...TERMS_MEMBERSHIP, ...TERMS_CONDUCT];
