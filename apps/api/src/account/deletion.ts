import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { eq, ne } from 'drizzle-orm';
import { otherAdministrators, publishModeration } from '../auth/administrators.ts';
import { hashIfPasswordOf } from '../auth/passwords.ts';
import { endAccess } from '../auth/session-list.ts';
import { members, userRoles } from '../auth/tables.ts';
import { recordAct } from '../platform/audit.ts';
import type { Tx } from '../platform/database/db.ts';
import { noteErasure } from '../platform/database/erasures.ts';
import { invalidateCache } from '../platform/database/versioned-cache.ts';
import type { Deps } from '../platform/deps.ts';
import { emitWebhook } from '../webhooks/emit.ts';

type DeletionDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'live' | 'jobs' | 'personalData'>;

/** It replaces the name in the journal. */
export const FORMER_MEMBER = 'Ancien membre';

/** Messages and reports stay without author (docs/specification.md#personal-data). */
export async function deleteAccount(
  deps: DeletionDeps & Pick<Deps, 'secrets'>,
  viewer: Viewer,
  password: string,
): Promise<void> {
  if (!(await hashIfPasswordOf(deps.db.orm, viewer.id, password))) throw new AppError('PASSWORD_WRONG');
  await deps.db.write(async (tx) => {
    await eraseMember(tx, deps, viewer.id, viewer.sessionId);
    const subject = { type: 'user', id: viewer.id, label: FORMER_MEMBER };
    await recordAct(tx, deps, { id: viewer.id, name: FORMER_MEMBER }, { action: 'account.delete', subject });
  });
}

/** `quietSession` is the requesting session, which gets no forced sign-out. Throws LAST_ADMINISTRATOR. */
export async function eraseMember(
  tx: Tx,
  deps: Omit<DeletionDeps, 'db'>,
  memberId: string,
  quietSession?: string,
): Promise<void> {
  await refuseLastAdministrator(tx, memberId);
  await noteErasure(tx, deps, memberId);
  const [member] = await tx.orm.select().from(members).where(eq(members.id, memberId));
  if (member?.profileComplete) await emitWebhook(tx, deps, 'member.left', memberId);
  await eraseAll(tx, deps, memberId, quietSession);
}

export async function eraseAll(
  tx: Tx,
  deps: Omit<DeletionDeps, 'db' | 'config' | 'jobs'>,
  memberId: string,
  quietSession?: string,
): Promise<void> {
  await endAccess(tx, deps, memberId, { quiet: quietSession });
  for (const { erase } of deps.personalData) await erase?.(tx, memberId);
  await publishModeration(tx, deps, 'users');
  await tx.orm.delete(members).where(eq(members.id, memberId));
  await invalidateCache(tx);
}

async function refuseLastAdministrator(tx: Tx, memberId: string): Promise<void> {
  const [own] = await tx.orm.select().from(userRoles).where(eq(userRoles.userId, memberId));
  if (own?.role !== 'admin') return;
  if ((await otherAdministrators(tx.orm, memberId)) > 0) return;
  const [somebody] = await tx.orm
    .select({ id: members.id })
    .from(members)
    .where(ne(members.id, memberId))
    .limit(1);
  if (somebody) throw new AppError('LAST_ADMINISTRATOR');
}
