import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { olderThan } from '../platform/retention.ts';
import { calendarLinkRoutes, calendarRoutes, eventCalendarRoutes, leaveRoutes } from './calendar-routes.ts';
import { withRooms } from './conversation.ts';
import { eventsPersonalData } from './personal-data.ts';
import { eventAnswerRoutes, eventHostRoutes, eventRoutes, eventsOnly } from './routes.ts';
import { startEvents } from './start.ts';
import * as tables from './tables.ts';

export const events = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .route('/events', leaveRoutes(deps))
      .route('/calendar', calendarRoutes(deps))
      .use('/calendar-link/*', membersOnly, eventsOnly(deps))
      .route('/calendar-link', calendarLinkRoutes(deps))
      .use('/events/*', membersOnly, eventsOnly(deps))
      .route('/events', eventCalendarRoutes(deps))
      .route('/events', eventRoutes(deps))
      .route('/events', eventAnswerRoutes(deps))
      .route('/events', eventHostRoutes(deps)),
  start: startEvents,
  personalData: eventsPersonalData,
  retention: (deps: Deps) => [
    withRooms(deps, olderThan(deps, 'events', { table: tables.events, at: tables.events.startsAt })),
    olderThan(deps, 'calendarLinks', { table: tables.calendarLinks, at: tables.calendarLinks.lastReadAt }),
  ],
};
