import { and, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/db.ts';
import { noteErasure } from '../platform/database/erasures.ts';
import { erasures } from '../platform/database/tables.ts';
import { type DealDeps, type TxDeps, updateDeal } from './deal.ts';
import { dealCommitments, deals } from './tables.ts';

/** These marks are among the erasures, because a restored backup lacks what was taken back after it. */
const TAKEN_BACK = 'deal-consent:';
const WITHDRAWN = 'deal-withdrawal:';

type Row = { commitment: typeof dealCommitments.$inferSelect; deal: Pick<typeof deals.$inferSelect, 'id'> };

/** The commitment stays, and its member’s name, shop and quantity go to nobody. */
export async function takeConsentBack(tx: Tx, deps: TxDeps, { commitment, deal }: Row): Promise<void> {
  await tx.orm.update(dealCommitments).set({ consentAt: null }).where(eq(dealCommitments.id, commitment.id));
  await noteErasure(tx, deps, TAKEN_BACK + commitment.id);
  await updateDeal(tx, deps, deal.id, {});
}

/** A withdrawal with a reason comes after the close: the commitment then counts as not kept, and the consent stays. */
export async function storeWithdrawal(
  tx: Tx,
  deps: TxDeps,
  { commitment, deal }: Row,
  lateReason?: string,
): Promise<void> {
  const { id, state, quantity } = commitment;
  const set = lateReason
    ? { state: 'not-kept' as const, reason: lateReason }
    : { state: 'withdrawn' as const, reason: '', consentAt: null };
  const updatedAt = deps.clock.now();
  await tx.orm
    .update(dealCommitments)
    .set({ ...set, updatedAt })
    .where(eq(dealCommitments.id, id));
  if (!lateReason) await noteErasure(tx, deps, WITHDRAWN + id);
  if (state === 'committed')
    await tx.orm
      .update(deals)
      .set({ total: sql`${deals.total} - ${quantity}`, committed: sql`${deals.committed} - 1` })
      .where(eq(deals.id, deal.id));
  await updateDeal(tx, deps, deal.id, {});
}

/** The start calls this after a restore, before anybody is answered. It writes nothing when no withdrawal was missed. */
export async function replayWithdrawals(deps: DealDeps): Promise<void> {
  const missed = await missedWithdrawals(deps);
  if (missed.length === 0) return;
  await deps.db.write(async (tx) => {
    for (const { mark, ...row } of missed)
      if (mark.startsWith(WITHDRAWN)) await storeWithdrawal(tx, deps, row);
      else await takeConsentBack(tx, deps, row);
  });
}

/** Whoever commits or agrees again does so after the mark, which then no longer counts. */
function missedWithdrawals({ db }: Pick<DealDeps, 'db'>) {
  const isCommitted = inArray(dealCommitments.state, ['committed', 'void']);
  const isMissed = sql`iif(${erasures.id} < ${WITHDRAWN}, ${lte(dealCommitments.consentAt, erasures.erasedAt)},
    ${and(isCommitted, lte(dealCommitments.updatedAt, erasures.erasedAt))})`;
  return db.orm
    .select({ mark: erasures.id, commitment: dealCommitments, deal: { id: dealCommitments.dealId } })
    .from(erasures)
    .innerJoin(
      dealCommitments,
      eq(dealCommitments.id, sql`substr(${erasures.id}, instr(${erasures.id}, ':') + 1)`),
    )
    .where(and(gte(erasures.id, TAKEN_BACK), lt(erasures.id, `${WITHDRAWN}~`), isMissed));
}
