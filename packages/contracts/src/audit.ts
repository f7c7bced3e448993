import type { z } from 'zod';
import { AUDIT_ACTIONS, type AUDIT_SUBJECTS } from './audit-options.ts';
import type * as output from './audit-output.ts';

export type AuditAction = (typeof AUDIT_ACTIONS)[number]['id'];

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]['id'];

/** Who acts where nobody is signed in. */
export const COMMAND_LINE = { id: 'command-line', name: 'Ligne de commande' } as const;
export const AUDIT_PAGE = 50;
/** A longer journal is exported by dates. */
export const AUDIT_EXPORT_MAX = 20_000;

export const AUDIT_READINGS = AUDIT_ACTIONS.map(({ id }) => id).filter((id) => id.endsWith('.read'));

export type AuditValues = z.infer<typeof output.auditValuesOutput>;

/** Names are those of that day. */
export type AuditEntry = z.infer<typeof output.auditEntryOutput>;

/** `names`: present names for ids in `before` and `after`. */
export type AuditDetail = z.infer<typeof output.auditDetailOutput>;

/** `actors`: present administrators, for the filter. */
export type AuditPage = z.infer<typeof output.auditPageOutput>;
