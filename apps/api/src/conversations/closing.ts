import { desc, type SQLWrapper, sql } from 'drizzle-orm';
import { auditEntries } from '../platform/database/tables.ts';

/**
 * Whether the team decided the status that a closed SOS and its chat have. The journal knows: the last status that an
 * administrator gave is a closing, and what they closed only they open again.
 */
export function isClosedByTeam(sosId: SQLWrapper, isClosed: SQLWrapper) {
  return sql`(${isClosed} and (select ${auditEntries.after} from ${auditEntries} where ${auditEntries.subjectId} = ${sosId}
    and ${auditEntries.action} = 'sos.status' order by ${desc(auditEntries.position)} limit 1) is '{"status":"closed"}')`.mapWith(
    Boolean,
  );
}
