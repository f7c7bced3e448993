import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import type { Env } from '../platform/http/http.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { olderThan } from '../platform/retention.ts';
import { contactMessagesOf, eraseContactMessages } from './contact.ts';
import { contactRoutes } from './routes.ts';
import { contactMessages } from './tables.ts';

export const contact = {
  routes: (deps: Deps) => new Hono<Env>().route('/contact', contactRoutes(deps)),
  personalData: ({ db }: Pick<Deps, 'db'>): PersonalData => ({
    archive: async ({ id }) => ({ contactMessages: await contactMessagesOf(db.orm, id) }),
    erase: eraseContactMessages,
  }),
  retention: (deps: Pick<Deps, 'db'>) => [
    olderThan(deps, 'contactMessages', { table: contactMessages, at: contactMessages.createdAt }),
  ],
};
