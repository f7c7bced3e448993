import { Hono } from 'hono';
import type { Config } from '../platform/config.ts';
import { describe, type Env } from '../platform/http.ts';

/** The configuration changes with a restart only; browsers and proxies may keep it a little. */
const KEPT = { 'Cache-Control': 'public, max-age=300' };

/** `/api/information`, for everybody: what the legal pages print of the installation's configuration. */
export function informationRoutes({ config }: { config: Pick<Config, 'company'> }) {
  return new Hono<Env>().get('/company', describe('Who runs this installation', 'Company'), (c) =>
    c.json(config.company, 200, KEPT),
  );
}
