import { companyOutput, figuresOutput } from '@guilde/contracts/information/output.ts';
import { Hono } from 'hono';
import type { Deps } from '../platform/deps.ts';
import { describe, type Env } from '../platform/http/http.ts';
import { figuresOf } from './figures.ts';

const KEPT = { 'Cache-Control': 'public, max-age=300' };

export function informationRoutes(deps: Pick<Deps, 'config' | 'db' | 'clock'>) {
  return new Hono<Env>()
    .get('/company', describe('Who runs this installation', companyOutput), (c) =>
      c.json(deps.config.company, 200, KEPT),
    )
    .get('/figures', describe('Figures of the community, up to ten minutes old', figuresOutput), async (c) =>
      c.json(await figuresOf(deps), 200, KEPT),
    );
}
