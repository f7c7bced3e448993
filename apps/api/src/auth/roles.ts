import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Queries, Tx } from '../platform/database/db.ts';
import { members, userRoles } from './tables.ts';

export async function grantAdmin(tx: Tx, userId: string): Promise<void> {
  await tx.orm.insert(userRoles).values({ userId, role: 'admin' }).onConflictDoNothing();
}

export async function administratorAddresses(queries: Queries, except = ''): Promise<string[]> {
  const rows = await queries
    .select({ email: members.email })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .where(and(isNull(members.suspendedAt), ne(members.id, except)));
  return rows.map(({ email }) => email);
}
