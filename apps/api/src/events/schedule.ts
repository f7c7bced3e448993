import { ATTENDANCE_MS, endOf, WAITING_ONLY_UNTIL_MS } from '@guilde/contracts/events/rules.ts';
import { addDays, instantOf } from '@guilde/contracts/events/time.ts';
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Queries, Tx } from '../platform/database/db.ts';
import { type ReminderKind, remind, tellChanged } from './notices.ts';
import { type EventRow, guestOf, publishEvent } from './queries.ts';
import { fillSeats, type PlanDeps, planOffer } from './seats.ts';
import { eventSeats, events } from './tables.ts';
import type { EventDeps } from './verbs.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REMINDED_AT = 'T18:00';

/** The host is asked twice who came. */
type Step = 'last-day' | 'attendance-again' | ReminderKind;

declare module '../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'event.step': { eventId: string; startsAt: number; step: Step };
  }
}

/** Queues what follows from the hour and the end. Steps of a former hour do nothing. */
export async function scheduleEvent(tx: Tx, { jobs, clock }: PlanDeps, event: EventRow): Promise<void> {
  const { id: eventId, startsAt, localStart, timeZone } = event;
  const end = endOf(event);
  const evening = instantOf(`${addDays(localStart, -1).slice(0, 10)}${REMINDED_AT}`, timeZone);
  const steps: Record<Step, number> = {
    'last-day': startsAt - WAITING_ONLY_UNTIL_MS,
    'day-before': evening ?? startsAt - DAY_MS,
    'hour-before': startsAt - HOUR_MS,
    attendance: end,
    'attendance-again': end + 3 * DAY_MS,
    useful: end + ATTENDANCE_MS,
  };
  const now = clock.now();
  for (const [step, at] of Object.entries(steps) as [Step, number][]) {
    if (at < now) continue;
    const key = `event.${step}:${eventId}:${at}`;
    await jobs.enqueue(tx, 'event.step', { eventId, startsAt, step }, { key, delay: at - now });
  }
}

/** An imported community has no jobs: what is still to come of its events is planned again. */
export async function planEvents(tx: Tx, deps: PlanDeps): Promise<void> {
  const isPublished = eq(events.status, 'published');
  for (const event of await tx.orm.select().from(events).where(isPublished))
    await scheduleEvent(tx, deps, event);
  const offered = and(eq(eventSeats.state, 'waiting'), isNotNull(eventSeats.offeredUntil));
  for (const { eventId, memberId, offeredUntil } of await tx.orm.select().from(eventSeats).where(offered))
    await planOffer(tx, deps, { eventId, memberId, until: offeredUntil ?? 0 });
}

export function runStep(
  deps: EventDeps,
  { eventId, startsAt, step }: { eventId: string; startsAt: number; step: Step },
): Promise<void> {
  return deps.db.write(async (tx) => {
    const [event] = await tx.orm.select().from(events).where(eq(events.id, eventId));
    if (event?.status !== 'published' || event.startsAt !== startsAt) return;
    if (step === 'last-day') return fillSeats(tx, deps, event);
    const what = step === 'attendance-again' ? 'attendance' : step;
    const now = deps.clock.now();
    const isOver = now >= endOf(event);
    if (what === 'attendance' && !(isOver && (await isUnmarked(tx.orm, event)))) return;
    // After an outage the next reminder says the same, or the event has begun.
    if (what === 'day-before' && now >= startsAt - HOUR_MS) return;
    if (what === 'hour-before' && now >= startsAt) return;
    await remind(tx, deps, { event, what });
  });
}

async function isUnmarked(queries: Queries, { id }: EventRow): Promise<boolean> {
  return (await queries.$count(eventSeats, and(guestOf(id), isNull(eventSeats.attended)))) > 0;
}

/** The local time is the truth: after a change of the zone's rules an event keeps its hour on the clock. */
export function followZones(deps: EventDeps): Promise<void> {
  return deps.db.write(async (tx) => {
    const now = deps.clock.now();
    const coming = await tx.orm
      .select()
      .from(events)
      .where(and(eq(events.status, 'published'), gt(events.startsAt, now)));
    for (const before of coming) {
      const startsAt = instantOf(before.localStart, before.timeZone);
      if (startsAt === null || startsAt === before.startsAt) continue;
      const set = { startsAt, revision: before.revision + 1, movedAt: now, updatedAt: now };
      const event = { ...before, ...set };
      await tx.orm.update(events).set(set).where(eq(events.id, event.id));
      await scheduleEvent(tx, deps, event);
      await tellChanged(tx, deps, event.id, before.startsAt);
      publishEvent(tx, deps, event);
    }
  });
}
