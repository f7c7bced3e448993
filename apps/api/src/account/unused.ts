import { PERIODS, periodBefore, UNUSED_WARNINGS } from '@guilde/contracts/retention/periods.ts';
import { and, eq, lt, lte, notExists, type SQL } from 'drizzle-orm';
import { members, userRoles } from '../auth/tables.ts';
import { recordAct, SERVER } from '../platform/audit.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deletion } from '../platform/deletion.ts';
import type { Deps } from '../platform/deps.ts';
import { queueMail } from '../platform/services/mail.ts';
import { profiles } from '../profiles/tables.ts';
import { eraseMember, FORMER_MEMBER } from './deletion.ts';
import { unusedMail } from './mails.ts';

type UnusedDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs' | 'config' | 'secrets' | 'personalData'>;

const DAY_MS = 86_400_000;
const WARNED_AT_ONCE = 50;
const [FIRST, LAST] = UNUSED_WARNINGS;

/** Administrators are kept, because the community depends on them (docs/specification.md#retention). */
export function unusedAccounts(deps: UnusedDeps): Deletion {
  const isDue = (queries: Queries, now: number) =>
    and(
      isUnused(queries, now),
      eq(members.unusedWarnings, UNUSED_WARNINGS.length),
      lte(members.unusedWarnedAt, now - LAST * DAY_MS),
    );
  return {
    rule: 'unusedAccounts',
    table: 'members',
    count: (now) => deps.db.orm.$count(members, isDue(deps.db.orm, now)),
    step: (now) =>
      deps.db.write(async (tx) => {
        const due = isDue(tx.orm, now);
        const [member] = await tx.orm.select({ id: members.id }).from(members).where(due).limit(1);
        if (!member) return 0;
        await eraseMember(tx, deps, member.id);
        const subject = { type: 'user', id: member.id, label: FORMER_MEMBER };
        await recordAct(tx, deps, SERVER, { action: 'account.expire', subject });
        return 1;
      }),
  };
}

export async function warnUnused(deps: UnusedDeps): Promise<void> {
  for (const [sent, days] of UNUSED_WARNINGS.entries())
    while ((await warnSome(deps, sent, days)) === WARNED_AT_ONCE);
}

/** `sent` counts the mails that have gone. The date holds even when the server was down in between. */
function warnSome(deps: UnusedDeps, sent: number, days: number): Promise<number> {
  const now = deps.clock.now();
  return deps.db.write(async (tx) => {
    const isDue = and(
      isUnused(tx.orm, now + days * DAY_MS),
      eq(members.unusedWarnings, sent),
      sent > 0 ? lte(members.unusedWarnedAt, now - (FIRST - LAST) * DAY_MS) : undefined,
    );
    const due = await tx.orm
      .select({ id: members.id, email: members.email, firstName: profiles.firstName })
      .from(members)
      .leftJoin(profiles, eq(profiles.userId, members.id))
      .where(isDue)
      .limit(WARNED_AT_ONCE);
    for (const { id, email, firstName } of due) {
      await tx.orm
        .update(members)
        .set({ unusedWarnings: sent + 1, unusedWarnedAt: now })
        .where(eq(members.id, id));
      const mail = { to: email, name: firstName ?? '', erasedAt: now + days * DAY_MS };
      await queueMail(deps, tx, unusedMail(mail, deps.config.publicUrl));
    }
    return due.length;
  });
}

/** The account is unused for three years at `instant`. */
function isUnused(queries: Queries, instant: number): SQL | undefined {
  const role = queries
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, members.id), eq(userRoles.role, 'admin')));
  return and(lt(members.lastUsedAt, periodBefore(PERIODS.unusedAccounts, instant)), notExists(role));
}
