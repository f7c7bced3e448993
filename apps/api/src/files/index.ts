import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { unusedFiles } from './files.ts';
import { filePersonalData } from './personal-data.ts';
import { fileRoutes } from './routes.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const files = {
  routes: (deps: Deps) => new Hono<Env>().use('/files/*', membersOnly).route('/files', fileRoutes(deps)),
  start: ({ jobs, storage, clock }: Deps) =>
    jobs.every('files.sweep', DAY_MS, () => storage.sweep(clock.now() - HOUR_MS), { erases: true }),
  personalData: filePersonalData,
  retention: (deps: Pick<Deps, 'db' | 'jobs'>) => [unusedFiles(deps)],
};
