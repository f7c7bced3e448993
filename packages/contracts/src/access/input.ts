import { z } from 'zod';
import { parisInstant } from '../paris-time.ts';
import { storeUrl } from '../profiles/input.ts';
import { NAME_MAX } from '../profiles/rules.ts';
import { sirenText } from '../profiles/siren-input.ts';
import { atMost, mailableAddress, plainText, requiredName, uuid } from '../validation.ts';
import { ACCESS_USES_MAX, GROUP_NAME_MAX } from './rules.ts';

const DAY_MISSING = 'Choisis un jour.';

/** The client makes the id, so that sending twice makes one link. The link ends with the day, in Paris. */
export const accessLinkInput = z.object({
  id: uuid,
  groupName: requiredName(GROUP_NAME_MAX),
  endsOn: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, DAY_MISSING)
    .refine((day) => !Number.isNaN(parisInstant(`${day}T00:00`)), DAY_MISSING),
  usesMax: z
    .int('Écris un nombre entier.')
    .min(1, 'Une demande au moins.')
    .max(ACCESS_USES_MAX, `${ACCESS_USES_MAX.toLocaleString('fr-FR')} demandes au plus.`),
});

/** `homepage` is hidden, so that only machines fill it in. */
export const accessRequestInput = z.object({
  firstName: requiredName(NAME_MAX),
  lastName: requiredName(NAME_MAX),
  email: mailableAddress,
  siren: sirenText,
  storeUrl,
  homepage: plainText.check(atMost(500)).default(''),
});

export const accessCodeParams = z.object({ code: plainText.min(1).check(atMost(200)) });
export const accessLinkParams = z.object({ accessLinkId: uuid });
export const accessRequestParams = z.object({ accessRequestId: uuid });
