import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Queries, Tx } from '../platform/database/db.ts';
import { members, userRoles } from './tables.ts';

/** Makes a member an administrator inside the caller's transaction. */
export async function grantAdmin(tx: Tx, userId: string): Promise<void> {
  await tx.orm.insert(userRoles).values({ userId, role: 'admin' }).onConflictDoNothing();
}

/** Addresses of the administrators who can act, for mails to the team; `except` is one who must not read it. */
export async function administratorAddresses(queries: Queries, except = ''): Promise<string[]> {
  const rows = await queries
    .select({ email: members.email })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .where(and(isNull(members.suspendedAt), ne(members.id, except)));
  return rows.map(({ email }) => email);
}
