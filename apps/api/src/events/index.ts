import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { olderThan } from '../platform/retention.ts';
import { eventsPersonalData } from './personal-data.ts';
import { eventAnswerRoutes, eventHostRoutes, eventRoutes, eventsOnly } from './routes.ts';
import { startEvents } from './start.ts';
import { calendarLinks, events } from './tables.ts';

export const memberEvents = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/events/*', membersOnly, eventsOnly(deps))
      .route('/events', eventRoutes(deps))
      .route('/events', eventAnswerRoutes(deps))
      .route('/events', eventHostRoutes(deps)),
  start: startEvents,
  personalData: eventsPersonalData,
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'events', { table: events, at: events.startsAt }),
    olderThan(deps, 'calendarLinks', { table: calendarLinks, at: calendarLinks.lastReadAt }),
  ],
};
