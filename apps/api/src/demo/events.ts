import { randomUUID } from 'node:crypto';
import { createEventInput } from '@guilde/contracts/events/input.ts';
import { addDays, instantOf, localTime } from '@guilde/contracts/events/time.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { changeCommunity } from '../admin/community.ts';
import { markAttendance, sayUseful } from '../events/attendance.ts';
import { createEvent } from '../events/events.ts';
import { chooseCohosts } from '../events/hosts.ts';
import { answerEvent } from '../events/seats.ts';
import { storeNotes } from '../knowledge/event-notes.ts';
import type { Deps } from '../platform/deps.ts';
import { communitySettingsOf } from '../settings/community.ts';
import { DEMO_EVENTS, type DemoEvent } from './data.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const ZONE = 'Europe/Paris';
/** Members propose so long before a past event, and so long before now a coming one. */
const PROPOSED_BEFORE = 6 * 24 * HOUR;

type Named = (firstName: string) => Viewer;

/** Days are counted from that of the start in Paris. */
export async function holdEvents(
  deps: Deps,
  clock: { at: number | null },
  start: number,
  { named, administrator }: { named: Named; administrator: Viewer },
): Promise<void> {
  clock.at = start - 50 * 24 * HOUR;
  const settings = await communitySettingsOf(deps.db.orm);
  await changeCommunity.perform(deps, administrator, undefined, { ...settings, events: true });
  const today = localTime(start, ZONE).slice(0, 10);
  for (const event of DEMO_EVENTS) {
    const localStart = addDays(`${today}T${event.at}`, event.inDays);
    const startsAt = instantOf(localStart, ZONE) ?? start;
    clock.at = Math.min(startsAt, start) - PROPOSED_BEFORE;
    await holdEvent(deps, clock, event, { named, localStart, end: startsAt + event.minutes * MINUTE });
  }
}

async function holdEvent(
  deps: Deps,
  clock: { at: number | null },
  event: DemoEvent,
  { named, localStart, end }: { named: Named; localStart: string; end: number },
): Promise<void> {
  const host = named(event.host);
  const id = randomUUID();
  await createEvent(deps, host, createEventInput.parse({ ...event, id, localStart, timeZone: ZONE }));
  if (event.cohosts)
    await chooseCohosts(deps, host, id, { memberIds: event.cohosts.map((name) => named(name).id) });
  const wholeSeries = event.repeat !== undefined;
  for (const name of [...event.guests, ...(event.waiting ?? [])]) {
    clock.at = deps.clock.now() + HOUR;
    await answerEvent(deps, named(name), id, { state: 'waiting', wholeSeries });
  }
  if (event.absent === undefined) return;
  const { absent, useful = {}, notes } = event;
  clock.at = end + HOUR;
  const seats = event.guests.map((name) => ({
    memberId: named(name).id,
    attended: !absent.includes(name),
  }));
  await markAttendance(deps, host, id, { seats });
  for (const answer of ['yes', 'little', 'no'] as const)
    for (const name of useful[answer] ?? []) await sayUseful(deps, named(name), id, { useful: answer });
  if (notes) await storeNotes(deps, host, id, { notes, category: 'other' });
}
