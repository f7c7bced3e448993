import { z } from 'zod';
import { atMost, mailableAddress, uuid } from '../validation.ts';

export const inviteInput = z.object({
  email: mailableAddress,
  vouched: z.boolean().refine((vouched) => vouched, 'Confirme que tu connais ce marchand.'),
});
export const invitationLookupInput = z.object({
  token: z.string().trim().min(1).check(atMost(200)),
  proof: z.string().trim().check(atMost(200)).optional(),
});
/** The token holds an encrypted address. */
export const objectionQuery = z.object({ token: z.string().min(1).check(atMost(600)) });
export const invitationParams = z.object({ invitationId: uuid });
