import type { Tx } from '../platform/db.ts';
import { userRoles } from './tables.ts';

/** Makes a member an administrator inside the caller's transaction. */
export async function grantAdmin(tx: Tx, userId: string): Promise<void> {
  await tx.orm.insert(userRoles).values({ userId, role: 'admin' }).onConflictDoNothing();
}
