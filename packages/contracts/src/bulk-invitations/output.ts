import { z } from 'zod';
import { CMS, SECTORS } from '../profiles/rules.ts';
import { instant, pageOf } from '../shared-output.ts';
import { oneOf } from '../validation.ts';

/** Empty texts are not known. */
export const knownProfileOutput = z
  .object({
    firstName: z.string(),
    lastName: z.string(),
    storeName: z.string(),
    storeUrl: z.string(),
    cms: z.union([z.literal(''), oneOf(CMS)]),
    sector: z.union([z.literal(''), oneOf(SECTORS)]),
  })
  .meta({ id: 'KnownProfile' });

export const bulkRowOutput = z
  .object({
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
  })
  .meta({ id: 'BulkRow' });

export const bulkPreviewOutput = z
  .object({
    rows: z.array(bulkRowOutput),
    /** The list was sent already: sending it again leads there. */
    batchId: z.string().nullable(),
  })
  .meta({ id: 'BulkPreview' });

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

export const invitationBatchOutput = z
  .object({
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
  })
  .meta({ id: 'InvitationBatch' });
