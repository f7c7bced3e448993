import { AppError } from '@guilde/contracts/errors.ts';
import { eq } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { members } from './tables.ts';

/** Returns undefined for an unknown address. `email` is in lower case. */
export async function memberWithEmail({ db }: Pick<Deps, 'db'>, email: string) {
  const [member] = await db.orm
    .select({ id: members.id, emailVerified: members.emailVerified })
    .from(members)
    .where(eq(members.email, email));
  return member;
}

/** @throws UNAUTHENTICATED when the account is gone. */
export async function emailOf(queries: Queries, id: string): Promise<string> {
  const [member] = await queries.select({ email: members.email }).from(members).where(eq(members.id, id));
  if (!member) throw new AppError('UNAUTHENTICATED');
  return member.email;
}
