import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { settingsRoutes } from './routes.ts';
import { settingsOf } from './settings.ts';

export const settings = {
  routes: (deps: Deps) => new Hono<Env>().route('/settings', settingsRoutes(deps)),
  personalData: ({ db }: Pick<Deps, 'db'>): PersonalData => ({
    archive: async ({ id }) => ({ settings: await settingsOf(db.orm, id) }),
  }),
};
