import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations/rules.ts';
import { DEFAULT_SETTINGS } from '@guilde/contracts/settings/rules.ts';
import { ALERT_DAY_MS, ASKED_PER_SEAT, UNHELPED, WAVES, waveDelay } from '@guilde/contracts/sos/waves.ts';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { administratorIds, publishModeration } from '../../auth/administrators.ts';
import { noteSilence, notify } from '../../notices/notify.ts';
import { preparedQuery, type Tx } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { memberSettings } from '../../settings/tables.ts';
import { sosAlerts, sosRequests, sosWaves, unresolved } from '../tables.ts';
import { publishAlert, publishReach } from './alerts.ts';
import { chooseCandidates, partOfCandidates, type Silenced } from './candidates.ts';
import { type WaitingSos, waitingSos } from './waiting.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** The wave that asks everybody continues with the members after `after`. */
    'sos.wave': { sosId: string; wave: number; after?: string };
    /** Somebody else is asked instead of that member. */
    'sos.wave-place': { sosId: string; memberId: string };
  }
}

type WaveDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'live'>;

/** Only the author has a seat yet. */
const ASKED = ASKED_PER_SEAT * (MAX_PARTICIPANTS - 1);
/** These are chosen in addition, because some members reach their cap meanwhile. */
const SPARE = 2 * ASKED;

/** Joins the transaction that publishes the SOS or opens it again. `delay` is in milliseconds. */
export function enqueueWave(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  payload: { sosId: string; wave: number; after?: string },
  delay = 0,
): Promise<void> {
  const { sosId, wave, after = '' } = payload;
  return jobs.enqueue(tx, 'sos.wave', payload, { key: `wave:${sosId}:${wave}:${after}`, delay });
}

/** The waves resume where they stopped; nothing happens while somebody has answered. */
export async function resumeWaves(tx: Tx, deps: Pick<Deps, 'clock' | 'jobs'>, sosId: string): Promise<void> {
  const sos = await waitingSos(tx.orm, sosId);
  if (!sos) return;
  const done = sos.state?.wave ?? 0;
  const now = deps.clock.now();
  const stillWaits = (sos.state?.nextAt ?? 0) > now;
  if (done >= UNHELPED || stillWaits) return;
  await tx.orm.update(sosWaves).set({ nextAt: now }).where(eq(sosWaves.sosId, sosId));
  await enqueueWave(tx, deps, { sosId, wave: done + 1 });
}

/** The author is suspended no more. */
export async function resumeWavesOf(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  authorId: string,
): Promise<void> {
  const isTheirs = and(eq(sosRequests.userId, authorId), unresolved);
  for (const { id } of await tx.orm.select({ id: sosRequests.id }).from(sosRequests).where(isTheirs))
    await resumeWaves(tx, deps, id);
}

/** Does nothing once somebody helps, or when it was done before. */
export async function runWave(
  deps: WaveDeps,
  { sosId, wave, after = '' }: { sosId: string; wave: number; after?: string },
): Promise<void> {
  const sos = await waitingSos(deps.db.orm, sosId);
  if (!sos) return endWaves(deps, sosId);
  const isNext = (sos.state?.wave ?? 0) === wave - 1;
  if (wave === UNHELPED) return isNext ? tellAdministrators(deps, sosId) : undefined;
  if (wave === WAVES) return askEverybody(deps, sos, after);
  if (!isNext) return;
  const { chosen, silenced } = await chooseCandidates(deps, sos, { count: ASKED + SPARE, asked: ASKED });
  await deps.db.write(async (tx) => {
    const until = (await waitingSos(tx.orm, sosId)) && (await beginWave(tx, deps, sos, wave));
    if (!until) return;
    await ask(tx, deps, sos, { wave, chosen, count: ASKED, isCounted: true, until });
    await noteSilenced(tx, deps, sosId, silenced);
  });
}

/** A later wave may still ask them, and then they have a row more. */
function noteSilenced(tx: Tx, deps: WaveDeps, sosId: string, silenced: readonly Silenced[]): Promise<void> {
  return noteSilence(tx, deps, { kind: 'alert', subject: `${sosId}:held` }, silenced);
}

/** Each job asks a part of the members. */
async function askEverybody(deps: WaveDeps, sos: WaitingSos, after: string): Promise<void> {
  const { available, silenced, next } = await partOfCandidates(deps, sos, { after });
  const chosen = available.map(({ memberId }) => memberId);
  await deps.db.write(async (tx) => {
    const now = await waitingSos(tx.orm, sos.id);
    if (!now) return;
    const isBegun = now.state?.wave === WAVES;
    const until = isBegun ? now.state?.nextAt : await beginWave(tx, deps, sos, WAVES);
    if (!until) return;
    await ask(tx, deps, sos, { wave: WAVES, chosen, count: chosen.length, isCounted: true, until });
    await noteSilenced(tx, deps, sos.id, silenced);
    if (next !== null) await enqueueWave(tx, deps, { sosId: sos.id, wave: WAVES, after: next });
  });
}

/**
 * Enqueues the following wave and returns its time, or null when another process began this one. The time counts from
 * now, because members could not answer while the server was away.
 */
async function beginWave(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  sos: WaitingSos,
  wave: number,
): Promise<number | null> {
  const now = deps.clock.now();
  const nextAt = now + waveDelay(wave + 1, sos) - waveDelay(wave, sos);
  const [begun] = await tx.orm
    .insert(sosWaves)
    .values({ sosId: sos.id, wave, startedAt: now, nextAt })
    .onConflictDoUpdate({
      target: sosWaves.sosId,
      set: { wave, nextAt },
      setWhere: eq(sosWaves.wave, wave - 1),
    })
    .returning({ wave: sosWaves.wave });
  if (!begun) return null;
  await enqueueWave(tx, deps, { sosId: sos.id, wave: wave + 1 }, nextAt - now);
  return nextAt;
}

/** After `until` nobody is notified any more. */
type Asking = {
  wave: number;
  chosen: readonly string[];
  count: number;
  isCounted: boolean;
  until: number;
};

/** Selects the first `count` who are below their cap, which thus also holds for simultaneous waves. */
const askQuery = preparedQuery((queries) => {
  const alertsToday = sql`(select count(*) from ${sosAlerts} where ${sosAlerts.memberId} = value and ${sosAlerts.createdAt} > ${sql.placeholder('dayAgo')})`;
  return queries
    .insert(sosAlerts)
    .select(
      sql`select ${sql.placeholder('sosId')}, value, ${sql.placeholder('wave')}, ${sql.placeholder('now')}, null, null, null
        from json_each(${sql.placeholder('chosen')}) left join ${memberSettings} on ${memberSettings.userId} = value
        where ${alertsToday} < coalesce(${memberSettings.alertsPerDay}, ${DEFAULT_SETTINGS.alertsPerDay})
        order by key limit ${sql.placeholder('count')}`,
    )
    .onConflictDoNothing()
    .returning({ memberId: sosAlerts.memberId })
    .prepare();
});

async function ask(
  tx: Tx,
  deps: WaveDeps,
  sos: WaitingSos,
  { wave, chosen, count, isCounted, until }: Asking,
): Promise<void> {
  if (chosen.length === 0) return;
  const now = deps.clock.now();
  const asked = await askQuery(tx.orm).all({
    sosId: sos.id,
    wave,
    now,
    dayAgo: now - ALERT_DAY_MS,
    chosen: JSON.stringify(chosen),
    count,
  });
  if (asked.length === 0) return;
  const memberIds = asked.map(({ memberId }) => memberId);
  if (isCounted)
    await tx.orm
      .update(sosWaves)
      .set({ alerted: sql`${sosWaves.alerted} + ${asked.length}` })
      .where(eq(sosWaves.sosId, sos.id));
  await notify(tx, deps, { kind: 'alert', memberIds, subject: sos.id, until });
  await publishAlert(tx, deps, sos, memberIds);
}

/** A member who cannot help frees the place at once; after the last wave everybody has been asked. */
export async function replaceAlert(
  deps: WaveDeps,
  { sosId, memberId }: { sosId: string; memberId: string },
): Promise<void> {
  const sos = await waitingSos(deps.db.orm, sosId);
  if (!sos?.state || sos.state.wave >= WAVES) return;
  const { wave } = sos.state;
  const { chosen } = await chooseCandidates(deps, sos, { count: SPARE });
  await deps.db.write(async (tx) => {
    if (!(await waitingSos(tx.orm, sosId))) return;
    const [freed] = await tx.orm
      .update(sosAlerts)
      .set({ replacedAt: deps.clock.now() })
      .where(
        and(
          eq(sosAlerts.sosId, sosId),
          eq(sosAlerts.memberId, memberId),
          isNotNull(sosAlerts.declinedAt),
          isNull(sosAlerts.replacedAt),
        ),
      )
      .returning({ memberId: sosAlerts.memberId });
    const until = sos.state?.nextAt ?? deps.clock.now();
    if (freed) await ask(tx, deps, sos, { wave, chosen, count: 1, isCounted: false, until });
  });
}

async function endWaves({ db }: Pick<Deps, 'db'>, sosId: string): Promise<void> {
  await db.orm
    .update(sosWaves)
    .set({ nextAt: null })
    .where(and(eq(sosWaves.sosId, sosId), isNotNull(sosWaves.nextAt)));
}

function tellAdministrators(deps: WaveDeps, sosId: string): Promise<void> {
  return deps.db.write(async (tx) => {
    const sos = await waitingSos(tx.orm, sosId);
    if (!sos) return;
    const [marked] = await tx.orm
      .update(sosWaves)
      .set({ wave: UNHELPED, nextAt: null, unhelpedAt: deps.clock.now() })
      .where(and(eq(sosWaves.sosId, sosId), eq(sosWaves.wave, WAVES)))
      .returning({ sosId: sosWaves.sosId });
    if (!marked) return;
    const memberIds = (await administratorIds(tx.orm)).filter((id) => id !== sos.authorId);
    await notify(tx, deps, { kind: 'unhelped', memberIds, subject: sosId });
    await publishModeration(tx, deps, 'sos');
    tx.afterCommit(() => publishReach(deps, sosId, sos.authorId));
  });
}
