import { REVIEW_AFTER_MS } from '@guilde/contracts/deals/rules.ts';
import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm';
import { withConversations } from '../conversations/owned.ts';
import { conversations } from '../conversations/tables.ts';
import { removeFiles } from '../files/files.ts';
import { files } from '../files/tables.ts';
import type { Deletion } from '../platform/deletion.ts';
import type { Deps } from '../platform/deps.ts';
import { olderThan, retentionStart } from '../platform/retention.ts';
import { dealInterests, deals } from './tables.ts';

export function dealsRetention(deps: Deps): Deletion[] {
  const old = olderThan(deps, 'deals', { table: deals, at: deals.updatedAt });
  return [
    withConversations(deps, old, (tx, now, limit) =>
      tx.orm
        .select({ id: conversations.id })
        .from(conversations)
        .innerJoin(deals, eq(deals.id, conversations.dealId))
        .where(and(isNotNull(conversations.dealId), lt(deals.updatedAt, retentionStart('deals', now))))
        .limit(limit),
    ),
    olderThan(deps, 'dealInterests', { table: dealInterests, at: dealInterests.createdAt }),
    proofs(deps),
  ];
}

function proofs({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Deletion {
  const isOld = (now: number) => {
    const start = retentionStart('dealProofs', now);
    const isReviewed = lt(deals.concludedAt, start - REVIEW_AFTER_MS);
    const isGivenUp = and(inArray(deals.status, ['not-reached', 'cancelled']), lt(deals.endedAt, start));
    const over = db.orm.select({ id: deals.id }).from(deals).where(or(isReviewed, isGivenUp));
    return and(isNotNull(files.dealId), inArray(files.dealId, over));
  };
  return {
    rule: 'dealProofs',
    table: 'files',
    count: (now) => db.orm.$count(files, isOld(now)),
    step: (now) => db.write((tx) => removeFiles(tx, { jobs }, isOld(now))),
  };
}
