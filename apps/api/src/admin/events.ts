import { adminEventPageOutput } from '@guilde/contracts/admin/event-output.ts';
import { adminEventsQuery, eventMeasureInput } from '@guilde/contracts/admin/input.ts';
import type { AdminEventPage } from '@guilde/contracts/admin/rules.ts';
import { eventParams, handOverInput } from '@guilde/contracts/events/input.ts';
import { eventDetailOutput } from '@guilde/contracts/events/output.ts';
import { ARCHIVED_MS } from '@guilde/contracts/events/rules.ts';
import { isFaultless } from '@guilde/contracts/reports/conduct.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, gt, lte, type SQL } from 'drizzle-orm';
import { Hono } from 'hono';
import type { z } from 'zod';
import { approveEvent, cancelEvent } from '../events/events.ts';
import { handOver } from '../events/hosts.ts';
import { tellSeat } from '../events/notices.ts';
import { type EventRow, eventDetail, selectEvents, toEvent } from '../events/queries.ts';
import { storedEvent } from '../events/seats.ts';
import { events } from '../events/tables.ts';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, params, query, viewerOf } from '../platform/http/http.ts';
import { newestPage } from '../platform/paging.ts';
import { act } from './act.ts';
import { eventCancellation, storeRemoval } from './cases/removals.ts';
import { UNCHANGED } from './journal/administer.ts';

const BY_THE_TEAM = 'L’équipe a annulé cet événement.';

type Filters = z.output<typeof adminEventsQuery>;

/** Each is a range of beginnings, which have the index; what is archived is not listed. */
function filtersAt(now: number): Record<Filters['status'], SQL | undefined> {
  const isComing = gt(events.startsAt, now);
  const isRecent = gt(events.startsAt, now - ARCHIVED_MS);
  return {
    coming: and(eq(events.status, 'published'), isComing),
    proposed: and(eq(events.status, 'proposed'), isComing),
    past: and(eq(events.status, 'published'), isRecent, lte(events.startsAt, now)),
    cancelled: and(eq(events.status, 'cancelled'), isRecent),
  };
}

async function listAllEvents(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { status, ...page }: Filters,
): Promise<AdminEventPage> {
  const now = clock.now();
  const filters = filtersAt(now);
  const count = (name: Filters['status']) => db.orm.$count(events, filters[name]);
  const { rows, nextCursor } = await newestPage(selectEvents(db.orm, viewer), {
    ...page,
    where: filters[status],
    at: events.startsAt,
    id: events.id,
    placeOf: ({ event }) => ({ at: event.startsAt, id: event.id }),
    isAscending: status === 'coming' || status === 'proposed',
  });
  return {
    items: rows.map((row) => toEvent(row, viewer, now)),
    nextCursor,
    counts: {
      coming: await count('coming'),
      proposed: await count('proposed'),
      past: await count('past'),
      cancelled: await count('cancelled'),
    },
  };
}

const answersEvent = {
  params: eventParams,
  answer: eventDetailOutput,
  areas: ['events'] as const,
  show: (deps: Deps, viewer: Viewer, { eventId }: { eventId: string }) => eventDetail(deps, viewer, eventId),
};

function subjectOf({ id, title }: EventRow) {
  return { type: 'event', id, label: title } as const;
}

const approve = act({
  ...answersEvent,
  summary: 'Publish a proposed workshop, with its series',
  refusals: ['NOT_FOUND'],
  run: async ({ deps, tx, record }, { eventId }) => {
    const event = await storedEvent(tx.orm, eventId);
    await approveEvent(tx, deps, eventId);
    if (event.hostId) await tellSeat(tx, deps, { eventId, memberId: event.hostId, what: 'approved' });
    await record({ action: 'event.approve', subject: subjectOf(event) });
  },
});

/** Those who come or wait are sent the reason where it blames nobody. */
const cancel = act({
  ...answersEvent,
  areas: ['events', 'users', 'reports'],
  summary: 'Cancel an event, for a reason that its host is sent',
  refusals: ['NOT_FOUND', 'EVENT_ENDED', 'EVENT_CANCELLED', 'REMOVAL_OWN', 'CASE_DECIDED'],
  input: eventMeasureInput,
  needsProof: true,
  run: async (acting, { eventId }, order) => {
    const { deps, tx, record } = acting;
    const event = await storedEvent(tx.orm, eventId);
    await cancelEvent(tx, deps, event, isFaultless(order.rule) ? order.reason : BY_THE_TEAM);
    const { values } = await storeRemoval(acting, event.hostId, order, eventCancellation(event));
    await record({
      action: 'event.cancel',
      subject: subjectOf(event),
      before: { status: event.status },
      after: { status: 'cancelled', ...values },
      reason: order.reason,
    });
  },
});

const giveToAnother = act({
  ...answersEvent,
  summary: 'Give an event to another host, who is told',
  refusals: ['NOT_FOUND'],
  input: handOverInput,
  run: async ({ deps, tx, record }, { eventId }, { memberId }) => {
    const event = await storedEvent(tx.orm, eventId);
    if (event.hostId === memberId) return UNCHANGED;
    await handOver(tx, deps, event, memberId);
    await record({
      action: 'event.hand-over',
      subject: subjectOf(event),
      before: { organiser: event.hostId },
      after: { organiser: memberId },
    });
    return;
  },
});

/** The team has them also while the feature is switched off. */
export function allEventsRoutes(deps: Deps) {
  return new Hono<Env>()
    .get(
      '/',
      describe('Events: the next first, of past and cancelled ones the latest', adminEventPageOutput),
      query(adminEventsQuery),
      async (c) => c.json(await listAllEvents(deps, viewerOf(c), c.req.valid('query')), 200),
    )
    .get('/:eventId', describe('An event in full', eventDetailOutput), params(eventParams), async (c) =>
      c.json(await eventDetail(deps, viewerOf(c), c.req.valid('param').eventId), 200),
    )
    .post('/:eventId/approve', ...approve.handlers(deps))
    .post('/:eventId/cancel', ...cancel.handlers(deps))
    .post('/:eventId/hand-over', ...giveToAnother.handlers(deps));
}
