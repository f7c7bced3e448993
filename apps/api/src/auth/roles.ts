import type { Role } from '@guilde/contracts/viewer.ts';
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Queries, Tx } from '../platform/database/db.ts';
import { members, userRoles } from './tables.ts';

export async function storeRole(tx: Tx, userId: string, role: Role): Promise<void> {
  if (role === 'member') await tx.orm.delete(userRoles).where(eq(userRoles.userId, userId));
  else
    await tx.orm
      .insert(userRoles)
      .values({ userId, role })
      .onConflictDoUpdate({ target: userRoles.userId, set: { role } });
}

/** Moderators and administrators who are suspended get no mail. */
export function teamAddresses(queries: Queries, except = ''): Promise<string[]> {
  return addressesOf(queries, except, ['moderator', 'admin']);
}

/** Suspended administrators get no mail. */
export function administratorAddresses(queries: Queries, except = ''): Promise<string[]> {
  return addressesOf(queries, except, ['admin']);
}

async function addressesOf(
  queries: Queries,
  except: string,
  roles: Exclude<Role, 'member'>[],
): Promise<string[]> {
  const rows = await queries
    .select({ email: members.email })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .where(and(inArray(userRoles.role, roles), isNull(members.suspendedAt), ne(members.id, except)));
  return rows.map(({ email }) => email);
}
