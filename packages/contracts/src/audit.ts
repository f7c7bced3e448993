import type { z } from 'zod';
import { AUDIT_ACTIONS, type AUDIT_SUBJECTS } from './audit-options.ts';
import type * as output from './audit-output.ts';

export type AuditAction = (typeof AUDIT_ACTIONS)[number]['id'];

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]['id'];

/** Who acts where nobody is signed in: the command line on the server. */
export const COMMAND_LINE = { id: 'command-line', name: 'Ligne de commande' } as const;
export const AUDIT_PAGE = 50;
/** Rows of an export at most; a longer journal is exported by dates. */
export const AUDIT_EXPORT_MAX = 20_000;

/** Acts that only read: what an administrator was shown of others. */
export const AUDIT_READINGS = AUDIT_ACTIONS.map(({ id }) => id).filter((id) => id.endsWith('.read'));

/** What an act changed: a few named values, as they were or became. */
export type AuditValues = z.infer<typeof output.auditValuesOutput>;

/** One administrative act. Names are those of that day. */
export type AuditEntry = z.infer<typeof output.auditEntryOutput>;

/** `names`: who the ids in `before` and `after` are today; one of an account that is gone is not in it. */
export type AuditDetail = z.infer<typeof output.auditDetailOutput>;

/** `actors`: who administers now, for the filter. */
export type AuditPage = z.infer<typeof output.auditPageOutput>;
