import { homeOutput, unseenOutput } from '@guilde/contracts/home/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, viewerOf } from '../platform/http/http.ts';
import { homeOf } from './home.ts';
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
