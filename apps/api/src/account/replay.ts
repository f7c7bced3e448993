import { eq, sql } from 'drizzle-orm';
import { members } from '../auth/tables.ts';
import { replayObjections } from '../invitations/objections.ts';
import { recordAct, SERVER } from '../platform/audit.ts';
import { rawReader } from '../platform/audit-chain.ts';
import { erasuresIn, RESTORED_ERASURES, readErasures, writeErasures } from '../platform/database/erasures.ts';
import { erasures } from '../platform/database/tables.ts';
import type { Deps } from '../platform/deps.ts';
import { eraseAll, FORMER_MEMBER } from './deletion.ts';

type ReplayDeps = Pick<
  Deps,
  'config' | 'db' | 'clock' | 'live' | 'secrets' | 'personalData' | 'log' | 'jobs'
>;

const ROWS_AT_ONCE = 500;

/**
 * A restored backup may have accounts that were erased since (docs/hosting.md#backups). The replay may stop
 * at any moment and begin again, because the lists go last.
 */
export async function replayErasures(deps: ReplayDeps): Promise<void> {
  const { config, db, clock, log, jobs } = deps;
  const read = rawReader(db.client);
  const left = await erasuresIn(read, RESTORED_ERASURES);
  // The clock may be wrong, so no entry counts as too old.
  const { erasuresPausedSince } = await jobs.schedule();
  const known = [...left, ...readErasures(config.dataDir, erasuresPausedSince ?? clock.now())];
  for (let from = 0; from < known.length; from += ROWS_AT_ONCE) {
    const rows = known.slice(from, from + ROWS_AT_ONCE).map(([id, erasedAt]) => ({ id, erasedAt }));
    const set = { erasedAt: sql`max(${erasures.erasedAt}, excluded.erased_at)` };
    await db.orm.insert(erasures).values(rows).onConflictDoUpdate({ target: erasures.id, set });
  }
  await replayObjections(deps);
  const back = await db.orm
    .select({ id: erasures.id })
    .from(erasures)
    .innerJoin(members, eq(members.id, erasures.id));
  for (const { id } of back) await eraseAgain(deps, id);
  if (back.length > 0) log.warn({ accounts: back.length }, 'accounts erased again after a restore');
  if (left.size > 0) await db.orm.run(sql.raw(`drop table if exists ${RESTORED_ERASURES}`));
  writeErasures(config.dataDir, await erasuresIn(read));
}

/** The last administrator of the backup is erased too: the command line names another. */
function eraseAgain(deps: ReplayDeps, id: string): Promise<void> {
  return deps.db.write(async (tx) => {
    await eraseAll(tx, deps, id);
    const subject = { type: 'user', id, label: FORMER_MEMBER };
    await recordAct(tx, deps, SERVER, { action: 'account.erase-again', subject });
  });
}
