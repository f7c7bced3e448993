import type { AuditAction, AuditSubject, AuditValues } from '@guilde/contracts/audit.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { members, userRoles } from '../../auth/tables.ts';
import { type Actor, recordAct } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { profiles } from '../../profiles/tables.ts';

export type AdministrativeAction = {
  action: AuditAction;
  subject: { type: AuditSubject; id: string; label: string };
  before?: AuditValues | null;
  after?: AuditValues | null;
  reason?: string;
};

export type Administration = {
  tx: Tx;
  actor: Actor;
  record: (act: AdministrativeAction) => Promise<void>;
};

/** The transaction checks the viewer's role, and is rolled back without an entry in the journal. Codes: ADMIN_ONLY. */
export function administer<T>(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  viewer: Viewer,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  return deps.db.write(async (tx) => {
    const actor = await activeAdministrator(tx, viewer);
    let isRecorded = false;
    const record = async (act: AdministrativeAction) => {
      await recordAct(tx, deps, actor, act);
      isRecorded = true;
    };
    const result = await work({ tx, actor, record });
    if (!isRecorded) throw new Error('An administrative act without an entry in the journal');
    return result;
  });
}

/** Checked in the transaction: two administrators may remove each other. */
export async function activeAdministrator({ orm }: Tx, viewer: Viewer): Promise<Actor> {
  const [row] = await orm
    .select({ firstName: profiles.firstName, lastName: profiles.lastName })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .innerJoin(profiles, eq(profiles.userId, userRoles.userId))
    .where(and(eq(userRoles.userId, viewer.id), isNull(members.suspendedAt)));
  if (!row) throw new AppError('ADMIN_ONLY');
  return { id: viewer.id, name: memberName(row) };
}
