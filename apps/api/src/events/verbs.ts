import { AppError } from '@guilde/contracts/errors.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { verbsOn } from '../platform/http/handlers.ts';
import { eventDetail, eventFor } from './queries.ts';

export type EventDeps = Pick<Deps, 'db' | 'clock' | 'live' | 'jobs' | 'config'>;

/** Throws NOT_FOUND for who does not host it. */
export async function hostedEvent(queries: Queries, viewer: Viewer, id: string, now: number) {
  const event = await eventFor(queries, viewer, id, now);
  if (!event.isHost) throw new AppError('NOT_FOUND');
  return event;
}

/** Each throws NOT_FOUND for an event that the member may not see. */
export const eventVerb = verbsOn(
  async (queries, viewer, id, { clock }: EventDeps) => ({
    event: await eventFor(queries, viewer, id, clock.now()),
  }),
  eventDetail,
);

/** Each throws NOT_FOUND for who does not host it. */
export const hostVerb = verbsOn(
  async (queries, viewer, id, { clock }: EventDeps) => ({
    event: await hostedEvent(queries, viewer, id, clock.now()),
  }),
  eventDetail,
);
