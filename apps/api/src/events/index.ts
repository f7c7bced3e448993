import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { olderThan } from '../platform/retention.ts';
import { switchedOn } from '../settings/community.ts';
import { calendarLinkRoutes, calendarRoutes, eventCalendarRoutes, leaveRoutes } from './calendar-routes.ts';
import { closeEndedRooms, withRooms } from './conversation.ts';
import { eventsPersonalData } from './personal-data.ts';
import { eventAnswerRoutes, eventHostRoutes, eventRoutes } from './routes.ts';
import { followZones, runStep } from './schedule.ts';
import { endOffer } from './seats.ts';
import * as tables from './tables.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export const events = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .route('/events', leaveRoutes(deps))
      .route('/calendar', calendarRoutes(deps))
      .use('/calendar-link/*', membersOnly, switchedOn(deps, 'events'))
      .route('/calendar-link', calendarLinkRoutes(deps))
      .use('/events/*', membersOnly, switchedOn(deps, 'events'))
      .route('/events', eventCalendarRoutes(deps))
      .route('/events', eventRoutes(deps))
      .route('/events', eventAnswerRoutes(deps))
      .route('/events', eventHostRoutes(deps)),
  start: (deps: Deps): void => {
    deps.jobs.handle('event.step', (step) => runStep(deps, step));
    deps.jobs.handle('event.offer', (offer) => endOffer(deps, offer), { personal: true });
    deps.jobs.every('events.rooms', HOUR_MS, () => closeEndedRooms(deps));
    deps.jobs.every('events.zones', DAY_MS, () => followZones(deps));
  },
  personalData: eventsPersonalData,
  retention: (deps: Deps) => [
    withRooms(deps, olderThan(deps, 'events', { table: tables.events, at: tables.events.startsAt })),
    olderThan(deps, 'calendarLinks', { table: tables.calendarLinks, at: tables.calendarLinks.lastReadAt }),
  ],
};
