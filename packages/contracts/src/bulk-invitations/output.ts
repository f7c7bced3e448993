import { z } from 'zod';
import { CMS, SECTORS } from '../profiles/rules.ts';
import { component, instant, pageOf } from '../shared-output.ts';
import { oneOf } from '../validation.ts';
import { BATCH_ROW_STATES } from './rules.ts';

/** Empty texts are not known. */
export const knownProfileOutput = component('KnownProfile', {
  firstName: z.string(),
  lastName: z.string(),
  storeName: z.string(),
  storeUrl: z.string(),
  cms: z.union([z.literal(''), oneOf(CMS)]),
  sector: z.union([z.literal(''), oneOf(SECTORS)]),
});

export const bulkRowOutput = component('BulkRow', {
  /** The line is that of the spreadsheet. */
  line: z.number().int(),
  status: z.enum([
    'ready',
    'member',
    'invited',
    'objected',
    'bounced',
    'invalid',
    'duplicate',
    'inactive',
    'named',
    'empty',
  ]),
  /** It is the line that a duplicate repeats. */
  firstLine: z.number().int().nullable(),
  /** These cells cannot be used; the invitation leaves without them. */
  dropped: z.array(knownProfileOutput.keyof()),
});

export const bulkPreviewOutput = component('BulkPreview', {
  rows: z.array(bulkRowOutput),
  /** The list was sent already: sending it again leads there. */
  batchId: z.string().nullable(),
});

const batch = {
  id: z.string(),
  title: z.string(),
  /** The name is empty once the account is deleted. */
  authorName: z.string(),
  createdAt: instant,
  /** So many invitations were made of the list. */
  invited: z.number().int(),
};

export const invitationBatchesOutput = pageOf(z.object(batch)).meta({ id: 'InvitationBatches' });

export const invitationBatchOutput = component('InvitationBatch', {
  ...batch,
  message: z.string(),
  remindedAt: instant.nullable(),
  /** These names without an address wait for an access link. */
  named: z.number().int(),
  /** A mail has left for these. */
  sent: z.number().int(),
  returned: z.number().int(),
  accounts: z.number().int(),
  /** They are among `accounts`. */
  complete: z.number().int(),
  expired: z.number().int(),
  /** These refused, or their invitation was erased. */
  gone: z.number().int(),
  /** « Relancer » writes to these. */
  unanswered: z.number().int(),
});

export const batchRowOutput = component('BatchRow', {
  id: z.string(),
  /** It is the member's once there is a profile, and empty when it is not known. */
  name: z.string(),
  storeName: z.string(),
  /** It is masked for all but who sent the list, and null where there is none. */
  email: z.string().nullable(),
  /** It is null without an account. */
  memberId: z.string().nullable(),
  state: oneOf(BATCH_ROW_STATES),
  mailsSent: z.number().int(),
  mailedAt: instant.nullable(),
});

export const batchRowsOutput = pageOf(batchRowOutput)
  .extend({
    /** These are of the whole list, without the search. States that no row has are left out. */
    counts: z.partialRecord(oneOf(BATCH_ROW_STATES), z.number().int()),
  })
  .meta({ id: 'BatchRows' });
