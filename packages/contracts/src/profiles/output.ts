import { z } from 'zod';
import { component, instant, pageOf } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import {
  CARRIERS,
  CMS,
  HIDEABLE_FIELDS,
  MAIN_CHANNELS,
  MONTHLY_ORDERS,
  PAYMENTS,
  SECTORS,
  SPECIALTIES,
} from './rules.ts';

export const memberRefOutput = component('MemberRef', {
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  storeName: z.string(),
  avatarUrl: z.string().nullable(),
  isCertified: z.boolean(),
});

/**
 * `since` is when it was given, or withdrawn while not certified. `reason` is the team's sentence, and empty
 * when it dates from the invitation.
 */
export const certificationOutput = component('Certification', {
  isCertified: z.boolean(),
  since: instant,
  reason: z.string(),
});

export const specialtiesOutput = z.array(oneOf(SPECIALTIES));

/** A field that is not yet answered is an empty text. */
export const shopOutput = z.object({
  storeUrl: z.string(),
  cms: oneOf(CMS).or(z.literal('')),
  payments: z.array(oneOf(PAYMENTS)),
  carriers: z.array(oneOf(CARRIERS)),
  sector: oneOf(SECTORS).or(z.literal('')),
  monthlyOrders: oneOf(MONTHLY_ORDERS).or(z.literal('')),
  mainChannel: oneOf(MAIN_CHANNELS).or(z.literal('')),
  specialties: specialtiesOutput,
  bio: z.string(),
  avatarLargeUrl: z.string().nullable(),
});

export const profileOutput = memberRefOutput
  .extend({
    ...shopOutput.shape,
    email: z.string(),
    /** Members who joined before it was asked for may have none. */
    siren: z.string().nullable(),
    /** Others see these fields only if they share a conversation of an SOS; they come empty otherwise. */
    conversationsOnly: z.array(oneOf(HIDEABLE_FIELDS)),
    totalHelpCount: z.number(),
    completedAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Profile' });

export const topHelperOutput = memberRefOutput
  .extend({ totalHelpCount: z.number() })
  .meta({ id: 'TopHelper' });

export const directoryMemberOutput = topHelperOutput
  .extend({ specialties: specialtiesOutput })
  .meta({ id: 'DirectoryMember' });

export const directoryInitialOutput = component('DirectoryInitial', {
  initial: z.string(),
  count: z.number(),
  offset: z.number(),
});

export const directoryPageOutput = component('DirectoryPage', {
  ...pageOf(directoryMemberOutput).shape,
  total: z.number(),
  initials: z.array(directoryInitialOutput),
  named: specialtiesOutput,
});

export const memberProfileOutput = memberRefOutput
  .extend({
    ...shopOutput.omit({ monthlyOrders: true, mainChannel: true }).shape,
    createdAt: instant,
    /** The sponsor is null for the founder, or when that person is no longer there. */
    sponsor: memberRefOutput.nullable(),
  })
  .meta({ id: 'MemberProfile' });

export const blockedMemberOutput = component('BlockedMember', {
  member: memberRefOutput,
  createdAt: instant,
});
