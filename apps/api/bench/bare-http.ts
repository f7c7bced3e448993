import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { openEngine } from '../src/platform/database/engine.ts';

/**
 * The reference for reads: one Hono handler, one native connection to the product's file, one prepared select of the
 * twenty newest SOS with authors. No session, checks or headers.
 */
const database = openEngine(process.env.FILE ?? '', { readOnly: true });
const newest = database.prepare(`
  select s.id, s.title, substr(s.description, 1, 240) as excerpt, s.category, s.status, s.is_urgent as isUrgent,
    s.views_count as viewsCount, s.responses_count as responsesCount, s.created_at as createdAt,
    p.user_id as authorId, p.first_name as firstName, p.last_name as lastName, p.store_name as storeName,
    p.avatar_key as avatarKey
  from sos_requests s left join profiles p on p.user_id = s.user_id
  order by s.feed_rank desc, s.position desc limit 20`);

const app = new Hono().get('/', (c) => c.json(newest.all([])));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
