import { serve } from '@hono/node-server';
import { createClient } from '@libsql/client';
import { Hono } from 'hono';
import { openEngine } from '../src/platform/database/engine.ts';

/**
 * Reads are compared with one Hono handler and one select of the twenty newest SOS with authors: no session,
 * no checks, no headers. It is prepared on a connection to the file, or one `execute` on the server.
 */
const NEWEST = `
  select s.id, s.title, substr(s.description, 1, 240) as excerpt, s.category, s.status, s.is_urgent as isUrgent,
    s.views_count as viewsCount, s.responses_count as responsesCount, s.created_at as createdAt,
    p.user_id as authorId, p.first_name as firstName, p.last_name as lastName, p.store_name as storeName,
    p.avatar_key as avatarKey
  from sos_requests s left join profiles p on p.user_id = s.user_id
  order by s.feed_rank desc, s.position desc limit 20`;

const { FILE = '', DATABASE_URL } = process.env;

function onFile(): () => Promise<unknown> {
  const newest = openEngine(FILE, { readOnly: true }).prepare(NEWEST);
  return async () => newest.all([]);
}

function onServer(url: string): () => Promise<unknown> {
  const client = createClient({ url });
  return async () => (await client.execute(NEWEST)).rows;
}

const newest = DATABASE_URL ? onServer(DATABASE_URL) : onFile();
const app = new Hono().get('/', async (c) => c.json(await newest()));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
