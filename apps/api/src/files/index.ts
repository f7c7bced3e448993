import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { type Env, membersOnly } from '../platform/http/http.ts';
import { unusedFiles } from './files.ts';
import { filePersonalData } from './personal-data.ts';
import { fileRoutes } from './routes.ts';
import { startFiles } from './start.ts';

export const files = {
  routes: (deps: Deps) => new Hono<Env>().use('/files/*', membersOnly).route('/files', fileRoutes(deps)),
  start: startFiles,
  personalData: filePersonalData,
  retention: (deps: Pick<Deps, 'db' | 'jobs'>) => [unusedFiles(deps)],
};
