import { homeOutput } from '@guilde/contracts/home-output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env, viewerOf } from '../platform/http/http.ts';
import { homeOf } from './home.ts';

export function homeRoutes(deps: Pick<Deps, 'db' | 'clock'>) {
  return new Hono<Env>().get(
    '/',
    describe('The dashboard: what waits for me, then what is new', homeOutput),
    async (c) => c.json(await homeOf(deps, viewerOf(c)), 200),
  );
}
