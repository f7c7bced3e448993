import { randomUUID } from 'node:crypto';
import { DISMISSED_HOURS, type Tool } from '@guilde/contracts/incidents/rules.ts';
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { publishModeration } from '../auth/administrators.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { sosTools } from '../sos/tables.ts';
import { beginOfIncident } from './people.ts';
import { incidents } from './tables.ts';
import { tellStack } from './telling.ts';

const HOUR_MS = 3_600_000;

type DetectionDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'live'>;

export function lookForIncidents(deps: DetectionDeps, { sosId }: { sosId: string }): Promise<void> {
  return deps.db.write(async (tx) => {
    const named = await tx.orm.select().from(sosTools).where(eq(sosTools.sosId, sosId));
    for (const { tool, createdAt } of named) await lookFor(tx, deps, tool, createdAt);
  });
}

async function lookFor(tx: Tx, deps: DetectionDeps, tool: Tool, until: number): Promise<void> {
  const [open] = await tx.orm
    .update(incidents)
    .set({ lastActivityAt: deps.clock.now() })
    .where(and(eq(incidents.tool, tool), isNull(incidents.endedAt)))
    .returning({ id: incidents.id });
  // The author may be the first who sees the incident without naming the tool in the profile.
  if (open) return tellStack(tx, deps, open.id);
  const [last] = await tx.orm
    .select({ endedAt: incidents.endedAt, end: incidents.end })
    .from(incidents)
    .where(and(eq(incidents.tool, tool), isNotNull(incidents.endedAt)))
    .orderBy(desc(incidents.endedAt))
    .limit(1);
  const after = last?.endedAt ?? 0;
  if (last?.end === 'dismissed' && after + DISMISSED_HOURS * HOUR_MS > until) return;
  const since = await beginOfIncident(tx.orm, { tool, until, after });
  if (since !== null) await propose(tx, deps, tool, since);
}

async function propose(tx: Tx, deps: DetectionDeps, tool: Tool, since: number): Promise<void> {
  const now = deps.clock.now();
  const [stored] = await tx.orm
    .insert(incidents)
    .values({ id: randomUUID(), tool, since, proposedAt: now, lastActivityAt: now })
    .onConflictDoNothing()
    .returning({ id: incidents.id });
  if (!stored) return;
  await tellStack(tx, deps, stored.id);
  await publishModeration(tx, deps, 'incidents');
}
