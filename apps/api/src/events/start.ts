import type { Deps } from '../platform/deps.ts';
import { closeEndedRooms } from './conversation.ts';
import { followZones, runStep } from './schedule.ts';
import { endOffer } from './seats.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export function startEvents(deps: Deps): void {
  deps.jobs.handle('event.step', (step) => runStep(deps, step));
  deps.jobs.handle('event.offer', (offer) => endOffer(deps, offer), { personal: true });
  deps.jobs.every('events.rooms', HOUR_MS, () => closeEndedRooms(deps));
  deps.jobs.every('events.zones', DAY_MS, () => followZones(deps));
}
