import { randomUUID } from 'node:crypto';
import { COMMAND_LINE } from '@guilde/contracts/audit/rules.ts';
import { AppError } from '@guilde/contracts/errors.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { Role } from '@guilde/contracts/viewer.ts';
import { asc, eq } from 'drizzle-orm';
import { members, userRoles } from '../auth/tables.ts';
import { eraseSecondFactor } from '../credentials/second-factor/enrolment.ts';
import { INVITATION_MS, requireInvitableAddress } from '../invitations/invitations.ts';
import { invitations } from '../invitations/tables.ts';
import { invitationToken, mailedLink } from '../invitations/tokens.ts';
import { recordAct } from '../platform/audit.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { type FailedJob, failedJobs, retryJob } from '../platform/jobs/job-list.ts';
import { hashToken } from '../platform/secrets.ts';
import { profiles } from '../profiles/tables.ts';
import { changeRole } from './users/actions.ts';
import { personById, subjectOf } from './users/people.ts';

/** `asAdmin` applies once the profile is complete. Throws INVITEE_IS_MEMBER, INVITATION_PENDING. */
export function inviteFromCommandLine(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'secrets' | 'config'>,
  email: string,
  { asAdmin }: { asAdmin: boolean },
): Promise<{ url: string; expiresAt: number }> {
  const { db, clock, live, secrets } = deps;
  return db.write(async (tx) => {
    const now = clock.now();
    const id = randomUUID();
    await requireInvitableAddress(live, tx, email, now);
    await tx.orm.insert(invitations).values({
      id,
      isFounders: asAdmin,
      email,
      tokenHash: hashToken(invitationToken(secrets, id)),
      createdAt: now,
      expiresAt: now + INVITATION_MS,
    });
    await recordAct(tx, deps, COMMAND_LINE, {
      action: 'invitation.create',
      subject: { type: 'invitation', id, label: 'Invitation' },
      after: { role: asAdmin ? 'admin' : 'member' },
    });
    return { url: mailedLink(deps, id), expiresAt: now + INVITATION_MS };
  });
}

/** `from` is the present role. Throws NOT_FOUND, ROLE_UNCHANGED, ROLE_NOT_POSSIBLE, LAST_ADMINISTRATOR. */
export function setRoleFromCommandLine(
  deps: Pick<Deps, 'db' | 'clock' | 'live' | 'secrets' | 'log' | 'jobs' | 'config'>,
  email: string,
  role: Role,
  from?: Role,
): Promise<{ name: string }> {
  return deps.db.write(async (tx) => {
    const person = await personWithEmail(tx.orm, email);
    if (from && person.role !== from) throw new AppError('ROLE_UNCHANGED');
    await changeRole(tx, deps, person, role);
    await recordAct(tx, deps, COMMAND_LINE, {
      action: role === 'member' ? 'role.remove' : 'role.grant',
      subject: subjectOf(person),
      before: { role: person.role },
      after: { role },
    });
    return { name: person.name };
  });
}

/** The operator has checked the identity of the member. Throws NOT_FOUND, SECOND_FACTOR_INACTIVE. */
export function removeSecondFactorFromCommandLine(
  deps: Pick<Deps, 'config' | 'db' | 'clock' | 'jobs' | 'secrets' | 'log'>,
  email: string,
): Promise<{ name: string }> {
  return deps.db.write(async (tx) => {
    const person = await personWithEmail(tx.orm, email);
    await eraseSecondFactor(tx, deps, person.id, null);
    await recordAct(tx, deps, COMMAND_LINE, { action: 'second-factor.remove', subject: subjectOf(person) });
    return { name: person.name };
  });
}

async function personWithEmail(queries: Queries, email: string) {
  const [member] = await queries.select({ id: members.id }).from(members).where(eq(members.email, email));
  if (!member) throw new AppError('NOT_FOUND');
  return personById(queries, member.id);
}

/** Suspended members are included. */
export async function listTeam(
  queries: Queries,
  role: Exclude<Role, 'member'>,
): Promise<{ name: string; email: string; isSuspended: boolean }[]> {
  const rows = await queries
    .select({ profile: profiles, email: members.email, suspendedAt: members.suspendedAt })
    .from(userRoles)
    .innerJoin(members, eq(members.id, userRoles.userId))
    .innerJoin(profiles, eq(profiles.userId, userRoles.userId))
    .where(eq(userRoles.role, role))
    .orderBy(asc(members.email));
  return rows.map(({ profile, email, suspendedAt }) => ({
    name: memberName(profile),
    email,
    isSuspended: suspendedAt !== null,
  }));
}

/** A null `jobId` means all failed jobs. Throws JOB_NOT_FAILED. */
export function retryFromCommandLine(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  jobId: string | null,
): Promise<FailedJob[]> {
  return deps.db.write(async (tx) => {
    const all = await failedJobs(tx.orm);
    const chosen = jobId === null ? firstOfEachKey(all) : all.filter(({ id }) => id === jobId);
    if (jobId !== null && chosen.length === 0) throw new AppError('JOB_NOT_FAILED');
    for (const job of chosen) {
      await retryJob(tx, deps, job);
      await recordAct(tx, deps, COMMAND_LINE, {
        action: 'job.retry',
        subject: { type: 'job', id: job.id, label: job.kind },
        before: { attempts: job.attempts, error: job.lastError },
      });
    }
    return chosen;
  });
}

/** Only one of several failed jobs with the same key is retried. */
function firstOfEachKey(all: readonly FailedJob[]): FailedJob[] {
  const keys = new Set<string>();
  return all.filter(({ key }) => {
    if (key === null) return true;
    const isFirst = !keys.has(key);
    keys.add(key);
    return isFirst;
  });
}
