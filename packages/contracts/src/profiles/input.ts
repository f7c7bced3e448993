import { z } from 'zod';
import { composed } from '../text.ts';
import {
  atMost,
  decimal,
  oneOf,
  pageCursor,
  plainText,
  requiredName,
  searchedText,
  uuid,
} from '../validation.ts';
import { webAddress } from '../web-address.ts';
import {
  BIO_MAX,
  CARRIERS,
  CMS,
  DIRECTORY_PAGE,
  HIDEABLE_FIELDS,
  MAIN_CHANNELS,
  MONTHLY_ORDERS,
  NAME_MAX,
  PAYMENTS,
  type Profile,
  SECTORS,
  SPECIALTIES,
  SPECIALTIES_MAX,
  STORE_NAME_MAX,
  STORE_URL_MAX,
} from './rules.ts';
import { sirenText } from './siren-input.ts';

const DIRECTORY_OFFSET_MAX = 1_000_000;

export const specialty = oneOf(SPECIALTIES);
const specialties = z
  .array(specialty)
  .transform((list) => [...new Set(list)])
  .pipe(z.array(specialty).max(SPECIALTIES_MAX, 'Choisis trois spécialités au plus.'));

/** Each value is kept once, in the order of the options. */
function anyOf<T extends string>(options: readonly { id: T }[]) {
  return z
    .array(oneOf(options))
    .max(options.length)
    .transform((chosen) => options.flatMap(({ id }) => (chosen.includes(id) ? [id] : [])));
}

/** `https://` is added where no scheme was typed; only public web sites are accepted. */
export const storeUrl = z
  .string()
  .overwrite(composed)
  .trim()
  .min(1)
  .check(atMost(STORE_URL_MAX))
  .transform((url) => (/^[a-z][a-z\d+.-]*:/i.test(url) ? url : `https://${url}`))
  .pipe(
    z
      .string()
      .check(atMost(STORE_URL_MAX))
      .refine((url) => webAddress(url) !== null, 'Cette adresse web n’est pas valable.'),
  );

/** See docs/specification.md#profile. */
export const wizardSteps = {
  1: z.object({ firstName: requiredName(NAME_MAX), lastName: requiredName(NAME_MAX) }),
  2: z.object({ storeName: requiredName(STORE_NAME_MAX), storeUrl }),
  /** Older clients leave payment providers and carriers out, and the stored ones stay. */
  3: z.object({
    cms: oneOf(CMS),
    payments: anyOf(PAYMENTS).optional(),
    carriers: anyOf(CARRIERS).optional(),
  }),
  4: z.object({ sector: oneOf(SECTORS) }),
  5: z.object({ monthlyOrders: oneOf(MONTHLY_ORDERS), mainChannel: oneOf(MAIN_CHANNELS) }),
  6: z.object({
    specialties: specialties.pipe(z.array(specialty).length(SPECIALTIES_MAX, 'Choisis trois spécialités.')),
  }),
} as const;

export type WizardStep = keyof typeof wizardSteps;

/** The input looks like `{ step: 3, values: { cms: 'shopify' } }`. */
export const wizardInput = z.discriminatedUnion('step', [
  z.object({ step: z.literal(1), values: wizardSteps[1] }),
  z.object({ step: z.literal(2), values: wizardSteps[2] }),
  z.object({ step: z.literal(3), values: wizardSteps[3] }),
  z.object({ step: z.literal(4), values: wizardSteps[4] }),
  z.object({ step: z.literal(5), values: wizardSteps[5] }),
  z.object({ step: z.literal(6), values: wizardSteps[6] }),
]);

export const profileInput = z.object({
  ...wizardSteps[1].shape,
  ...wizardSteps[2].shape,
  ...wizardSteps[3].shape,
  ...wizardSteps[4].shape,
  ...wizardSteps[5].shape,
  specialties: specialties.pipe(z.array(specialty).min(1, 'Choisis au moins une spécialité.')),
  bio: plainText.trim().check(atMost(BIO_MAX)),
  /** Older clients leave it out, and the stored one stays. */
  conversationsOnly: anyOf(HIDEABLE_FIELDS).optional(),
});

export const sirenInput = z.object({ siren: sirenText });

export const memberParams = z.object({ memberId: uuid });

/** A query such as `?cms=shopify&cms=magento` gives each value once. */
function several<T extends string>(options: readonly { id: T }[]) {
  const one = oneOf(options);
  return z
    .union([one.transform((value) => [value]), z.array(one).max(options.length)])
    .default([])
    .transform((list) => [...new Set(list)].sort());
}

/** One value of each filter must match. `offset` serves jumps to a letter, `cursor` whoever reads on. */
export const directoryQuery = z.object({
  q: searchedText.default(''),
  specialty: several(SPECIALTIES),
  cms: several(CMS),
  payment: several(PAYMENTS),
  carrier: several(CARRIERS),
  sector: several(SECTORS),
  cursor: pageCursor,
  offset: decimal(z.number().int().min(0).max(DIRECTORY_OFFSET_MAX)).default(0),
  limit: decimal(z.number().int().min(1).max(DIRECTORY_PAGE)).default(DIRECTORY_PAGE),
});

/** The step is null when all six are done. */
export function firstMissingStep(
  profile: Omit<Profile, 'email' | 'avatarLargeUrl'> | Profile,
): WizardStep | null {
  const steps = Object.keys(wizardSteps).map(Number) as WizardStep[];
  return steps.find((step) => !wizardSteps[step].safeParse(profile).success) ?? null;
}
