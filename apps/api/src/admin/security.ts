import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { securityQuery } from '@guilde/contracts/security/input.ts';
import type { SecurityEntry, SecurityKind, SecurityPage } from '@guilde/contracts/security/rules.ts';
import { and, desc, eq, like, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { securityEvents } from '../auth/tables.ts';
import { iso } from '../platform/clock.ts';
import type { Queries } from '../platform/database/db.ts';
import { pageOf, readPositionCursor } from '../platform/paging.ts';
import { profiles } from '../profiles/tables.ts';

const actors = alias(profiles, 'actors');

export async function listSecurity(
  queries: Queries,
  { kind, member, source, cursor, limit }: z.output<typeof securityQuery>,
): Promise<SecurityPage> {
  const rows = await queries
    .select({
      line: securityEvents,
      member: { firstName: profiles.firstName, lastName: profiles.lastName },
      actor: { firstName: actors.firstName, lastName: actors.lastName },
    })
    .from(securityEvents)
    .leftJoin(profiles, eq(profiles.userId, securityEvents.memberId))
    .leftJoin(actors, eq(actors.userId, securityEvents.actorId))
    .where(
      and(
        kind === 'refused' ? like(securityEvents.kind, '%.refused') : undefined,
        kind === 'all' || kind === 'refused' ? undefined : eq(securityEvents.kind, kind),
        member ? eq(securityEvents.memberId, member) : undefined,
        source ? eq(securityEvents.source, source) : undefined,
        lt(securityEvents.position, cursor ? readPositionCursor(cursor) : Number.MAX_SAFE_INTEGER),
      ),
    )
    .orderBy(desc(securityEvents.position))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ line }) => String(line.position));
  return { items: page.rows.map(toEntry), nextCursor: page.nextCursor };
}

type Name = { firstName: string; lastName: string } | null;

function toEntry({
  line,
  member,
  actor,
}: {
  line: typeof securityEvents.$inferSelect;
  member: Name;
  actor: Name;
}): SecurityEntry {
  return {
    id: String(line.position),
    kind: line.kind as SecurityKind,
    member: line.memberId === null ? null : { id: line.memberId, name: nameOf(member) },
    addressHash: line.addressHash,
    actor: line.actorId === null ? null : { id: line.actorId, name: nameOf(actor) },
    source: line.source,
    reason: line.reason,
    createdAt: iso(line.createdAt),
  };
}

function nameOf(name: Name): string {
  return name && (name.firstName || name.lastName) ? memberName(name) : 'Compte sans nom';
}
