import { AppError } from '@guilde/contracts/errors.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { olderThan } from '../platform/retention.ts';
import { tellFirstMessages } from './first-help.ts';
import { sosPersonalData } from './personal-data.ts';
import { publishSos } from './queries.ts';
import { askableSosRoutes, helpingRoutes, sosFileRoutes, sosRoutes } from './routes.ts';
import { sosAlerts } from './tables.ts';
import { replaceAlert, runWave } from './waves/waves.ts';

const FIRST_MESSAGES_EVERY_MS = 10_000;

export const sos = {
  routes: (deps: Deps) =>
    new Hono<Env>()
      .use('/sos/*', membersOnly)
      .route('/sos', sosRoutes(deps))
      .route('/sos', sosFileRoutes(deps))
      .route('/sos', helpingRoutes(deps))
      .route('/members', askableSosRoutes(deps)),
  start: (deps: Deps) => {
    deps.jobs.handle('sos.changed', async ({ sosId }) => {
      try {
        await deps.db.write((tx) => publishSos(tx, deps, sosId));
      } catch (error) {
        // The SOS was deleted meanwhile.
        if (!(error instanceof AppError)) throw error;
      }
    });
    deps.jobs.every('sos.first-messages', FIRST_MESSAGES_EVERY_MS, () => tellFirstMessages(deps));
    deps.jobs.handle('sos.wave', (payload) => runWave(deps, payload));
    deps.jobs.handle('sos.wave-place', (payload) => replaceAlert(deps, payload), { personal: true });
  },
  personalData: sosPersonalData,
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'alerts', { table: sosAlerts, at: sosAlerts.createdAt }),
  ],
};
