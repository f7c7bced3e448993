import type { AuditAction, AuditSubject } from '@guilde/contracts/audit/rules.ts';
import { type ErrorCode, refuseIf } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { denyAdministration, denyModeration, type Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { members, userRoles } from '../../auth/tables.ts';
import { type Act, type Actor, recordAct } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { profiles } from '../../profiles/tables.ts';

export type AdministrativeAction = Act & { action: AuditAction; subject: { type: AuditSubject } };

export type Administration = {
  tx: Tx;
  actor: Actor;
  record: (act: AdministrativeAction) => Promise<void>;
};

/** An act returns it when there was nothing to change, so that nothing is recorded. */
export const UNCHANGED = Symbol('unchanged');
export type Done = typeof UNCHANGED | undefined;

type Work = (administration: Administration) => Promise<unknown>;
type ActDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** The transaction checks the role, and is rolled back without a journal entry. Throws ADMIN_ONLY. */
export function administer(deps: ActDeps, viewer: Viewer, work: Work, batch?: string): Promise<void> {
  return recorded(deps, (tx) => activeActor(tx, viewer, denyAdministration), work, batch);
}

/** Does as `administer` for moderators too. Throws TEAM_ONLY. */
export function moderate(deps: ActDeps, viewer: Viewer, work: Work, batch?: string): Promise<void> {
  return recorded(deps, (tx) => activeTeamMember(tx, viewer), work, batch);
}

function recorded(
  deps: ActDeps,
  actorOf: (tx: Tx) => Promise<Actor>,
  work: Work,
  batch: string | undefined,
): Promise<void> {
  return deps.db.write(async (tx) => {
    const actor = await actorOf(tx);
    let isRecorded = false;
    const record = async ({ after, ...act }: AdministrativeAction) => {
      await recordAct(tx, deps, actor, { ...act, after: batch ? { ...after, batch } : after });
      isRecorded = true;
    };
    const result = await work({ tx, actor, record });
    if (!isRecorded && result !== UNCHANGED)
      throw new Error('An administrative act without an entry in the journal');
  });
}

/** The check belongs to the transaction, because two administrators may remove each other. */
export function activeTeamMember(tx: Tx, viewer: Viewer): Promise<Actor> {
  return activeActor(tx, viewer, denyModeration);
}

async function activeActor(
  { orm }: Tx,
  viewer: Viewer,
  deny: (viewer: Pick<Viewer, 'role'>) => ErrorCode | null,
): Promise<Actor> {
  const [row] = await orm
    .select({ role: userRoles.role, firstName: profiles.firstName, lastName: profiles.lastName })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .innerJoin(profiles, eq(profiles.userId, userRoles.userId))
    .where(and(eq(userRoles.userId, viewer.id), isNull(members.suspendedAt)));
  refuseIf(deny({ role: row?.role ?? 'member' }));
  return { id: viewer.id, name: memberName(row ?? null) };
}
