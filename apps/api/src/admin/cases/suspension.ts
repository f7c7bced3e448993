import { and, eq } from 'drizzle-orm';
import { publishModeration } from '../../auth/administrators.ts';
import { recordSecurity } from '../../auth/security-log.ts';
import { storeSuspension } from '../../auth/suspension.ts';
import { members } from '../../auth/tables.ts';
import { recordAct } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { queueMail } from '../../platform/services/mail.ts';
import { endMeasures } from '../../reports/cases.ts';
import { resumeWavesOf } from '../../sos/waves/waves.ts';
import { type Person, personById, subjectOf } from '../users/people.ts';
import { addressed, restorationNotice } from './notices.ts';

type End = { memberId: string; decisionId: string };

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'suspension.end': End;
  }
}

const BY_ITSELF = { id: 'guilde', name: 'Guilde' };
const REASON = 'La durée de la suspension est écoulée.';

/** `delay` is in milliseconds. The call belongs to the transaction that suspends. */
export function endLater(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, end: End, delay: number): Promise<void> {
  return jobs.enqueue(tx, 'suspension.end', end, { delay });
}

/** It does nothing when the team was first, or has suspended the member again. */
export async function endSuspensionByItself(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log' | 'live' | 'jobs' | 'config'>,
  { memberId, decisionId }: End,
): Promise<void> {
  await deps.db.write(async (tx) => {
    const [suspended] = await tx.orm
      .select({ id: members.id })
      .from(members)
      .where(and(eq(members.id, memberId), eq(members.suspensionId, decisionId)));
    if (!suspended) return;
    const person = await personById(tx.orm, memberId);
    await endSuspension(tx, deps, person);
    await queueMail(deps, tx, restorationNotice({ ...addressed(deps, person), reason: REASON }));
    await recordAct(tx, deps, BY_ITSELF, {
      action: 'user.restore',
      subject: subjectOf(person),
      before: { suspended: true },
      after: { suspended: false },
      reason: REASON,
    });
    await publishModeration(tx, deps, 'users');
  });
}

/** `actorId` is absent when it ends by itself. */
export async function endSuspension(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets' | 'log' | 'jobs'>,
  person: Person,
  actorId?: string,
): Promise<void> {
  await storeSuspension(tx, person.id, null);
  await endMeasures(tx, deps, person.id, 'suspension');
  await resumeWavesOf(tx, deps, person.id);
  const line = { kind: 'account.restored', account: person, source: null } as const;
  await recordSecurity(tx, deps, { ...line, ...(actorId ? { actorId } : {}) });
}
