import type { LegalSection } from './legal-document.tsx';
import { PRIVACY_DATA } from './privacy-data.tsx';
import { PRIVACY_RIGHTS } from './privacy-rights.tsx';

export const PRIVACY_SUMMARY =
  'Ce que nous savons de vous, pourquoi, qui le voit, combien de temps, et comment exercer vos droits, selon le règlement général sur la protection des données (règlement (UE) 2016/679) et la loi n° 78‑17 du 6 janvier 1978.';

export const PRIVACY: readonly LegalSection[] = [...PRIVACY_DATA, ...PRIVACY_RIGHTS];
