import { z } from 'zod';
import { atMost } from '../validation.ts';
import { isSiren, SIREN_DIGITS } from './rules.ts';

/** Spaces, dots and dashes between the nine digits are dropped. */
export const sirenText = z
  .string()
  .check(atMost(40))
  .transform((text) => text.replace(/[\s.\u00a0\u202f-]/g, ''))
  .pipe(
    z.string().superRefine((digits, context) => {
      const message = fault(digits);
      if (message) context.addIssue({ code: 'custom', message });
    }),
  );

function fault(digits: string): string | null {
  if (digits === '') return 'Ton SIREN est requis.';
  if (/^FR\d{11}$/i.test(digits))
    return 'C’est un numéro de TVA\u00a0: le SIREN, ce sont ses 9 derniers chiffres.';
  if (/^\d{14}$/.test(digits)) return 'C’est un SIRET\u00a0: le SIREN, ce sont ses 9 premiers chiffres.';
  if (!/^\d+$/.test(digits) || digits.length !== SIREN_DIGITS) return 'Le SIREN compte 9 chiffres.';
  return isSiren(digits) ? null : 'Ce SIREN n’existe pas\u00a0: vérifie les chiffres.';
}
