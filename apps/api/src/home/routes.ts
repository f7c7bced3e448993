import { sponsoredQuery } from '@guilde/contracts/home/input.ts';
import { homeOutput, sponsoredPageOutput, unseenOutput } from '@guilde/contracts/home/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, membersOnly, query, viewerOf } from '../platform/http/http.ts';
import { homeOf } from './home.ts';
import { sponsored } from './sponsored.ts';
import { unseenOf } from './unseen.ts';

export function homeRoutes(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>) {
  return new Hono<Env>()
    .get('/', describe('The dashboard: what waits for me, then what is new', homeOutput), async (c) =>
      c.json(await homeOf(deps, viewerOf(c)), 200),
    )
    .get('/unseen', describe('What I was told at once and have not opened yet', unseenOutput), async (c) =>
      c.json(await unseenOf(deps, viewerOf(c)), 200),
    );
}

/** The feature of the invitations does not know SOS, in which invitees ask and help. */
export function sponsoredRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<Env>().get(
    '/sponsored',
    describe('Whom I invited and who has an account, who might need a word first', sponsoredPageOutput),
    membersOnly,
    query(sponsoredQuery),
    async (c) => c.json(await sponsored(db.orm, viewerOf(c), c.req.valid('query')), 200),
  );
}
