import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventDetail } from '@guilde/contracts/events/rules.ts';
import { localTime } from '@guilde/contracts/events/time.ts';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { jobs, outbox } from '../src/platform/database/tables.ts';
import { realClock } from './chaos.ts';
import type { Client } from './client.ts';
import { startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { granted } from './scenes.ts';
import { startServerProcess } from './server-process.ts';

const MOVED_CLOCK = new URL('./moved-clock.ts', import.meta.url).href;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const KILLS = 3;

const meeting = () => ({
  id: randomUUID(),
  kind: 'meeting',
  title: 'Café des marchands',
  description: 'On se voit.',
  localStart: localTime(Date.now() + 5 * DAY_MS, 'Europe/Paris'),
  timeZone: 'Europe/Paris',
  minutes: 60,
  capacity: 3,
  city: 'Lyon',
  address: '2 rue Mercière',
});

it('who gets a freed seat has exactly one mail, although the server is killed once it is freed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-event-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = await startGuilde({ dataDir: folder, clock: realClock() });
  const nina = await before.as('nina');
  granted(await nina.put('/api/admin/community', { voiceMessages: true, events: true }));
  const names = ['claire', 'karim', 'zoe', 'paul', 'hugo'] as const;
  const clients = await Promise.all(names.map((name) => before.as(name)));
  await before.deps.jobs.drain();
  const known = await before.deps.db.orm.$count(jobs, eq(jobs.kind, 'mail.send'));
  await before.close();

  for (let kills = 1; kills <= KILLS; kills++) {
    // The locks of a killed worker are over after three minutes.
    const ahead = String(kills * 3 * MINUTE_MS);
    const env = { NODE_OPTIONS: `--import ${MOVED_CLOCK}`, GUILDE_CLOCK_AHEAD: ahead };
    const server = await startServerProcess(folder, { env });
    onTestFinished(server.kill);
    const at = (client: Client) => elsewhere(client, { url: `http://127.0.0.1:${server.port}` });
    const [claire, karim, zoe, paul, hugo] = clients.map(at) as [Client, Client, Client, Client, Client];
    const { id } = granted(await claire.post<EventDetail>('/api/events', meeting()));
    const answer = async (client: Client, state: string) =>
      granted(await client.post<EventDetail>(`/api/events/${id}/answer`, { state }));
    for (const guest of [karim, zoe, paul]) await answer(guest, 'going');
    await answer(hugo, 'waiting');
    await answer(karim, 'declined');
    await server.kill();
  }

  const after = await startGuilde({ dataDir: folder, clock: realClock(120 * MINUTE_MS) });
  onTestFinished(after.close);
  const { orm } = after.deps.db;
  const left = (await after.mails()).map(({ to, subject }) => ({ to, subject }));
  const outside = await orm.select({ to: outbox.recipient, subject: outbox.subject }).from(outbox);
  const reached = [...left, ...outside].filter(({ subject }) =>
    subject.startsWith('Une place s’est libérée'),
  );
  expect(new Set(reached.map(({ to }) => to))).toEqual(new Set(['hugo@exemple.fr']));
  // A mail that was leaving at the kill leaves again under the identity of its job.
  expect(await orm.$count(jobs, eq(jobs.kind, 'mail.send'))).toBe(known + KILLS);
});
