import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { contactMessagesOf, eraseContactMessages } from './contact.ts';
import { contactRoutes } from './routes.ts';
import { startContact } from './start.ts';

export const contact = {
  routes: (deps: Deps) => new Hono<Env>().route('/contact', contactRoutes(deps)),
  start: startContact,
  personalData: ({ db }: Pick<Deps, 'db'>): PersonalData => ({
    archive: async ({ id }) => ({ contactMessages: await contactMessagesOf(db.orm, id) }),
    erase: eraseContactMessages,
  }),
};
