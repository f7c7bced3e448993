import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InvitationBatch } from '@guilde/contracts/bulk-invitations/rules.ts';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { sendDueMails } from '../src/invitations/batch-mails.ts';
import { invitationBatches, invitations } from '../src/invitations/tables.ts';
import { jobs, outbox } from '../src/platform/database/tables.ts';
import { realClock } from './chaos.ts';
import type { Client } from './client.ts';
import { startGuilde } from './harness.ts';
import { elsewhere } from './instances.ts';
import { granted } from './scenes.ts';
import { startServerProcess } from './server-process.ts';
import { until } from './until.ts';

const MOVED_CLOCK = new URL('./moved-clock.ts', import.meta.url).href;
const MINUTE_MS = 60_000;
const ADDRESSES = Array.from({ length: 60 }, (_, index) => `m${index}@poste${index % 3}.example`);
const LIST = {
  title: 'Groupe de Lyon',
  message: 'On déménage ici.',
  vouched: true,
  rows: ADDRESSES.map((email, index) => ({ line: index + 1, email })),
};
const PATH = '/api/admin/invitations/batches';

/** Each start comes three minutes later, when the locks of a killed worker are over. */
function startLater(folder: string, starts: number) {
  const env = { NODE_OPTIONS: `--import ${MOVED_CLOCK}`, GUILDE_CLOCK_AHEAD: String(starts * 3 * MINUTE_MS) };
  return startServerProcess(folder, { env });
}

it('a list whose server is killed in the request, in its steps and while mails leave writes to each once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-bulk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = await startGuilde({ dataDir: folder, clock: realClock() });
  const nina = await before.as('nina');
  await before.close();

  const kills: ((client: Client) => Promise<unknown>)[] = [
    async (client) => {
      const unanswered = client.put(PATH, LIST).catch(() => undefined);
      await client.get('/api/health/live');
      return { unanswered };
    },
    async (client) => granted(await client.put(PATH, LIST)),
    async (client) => {
      const { id } = granted(await client.put<InvitationBatch>(PATH, LIST));
      await until(async () => granted(await client.get<InvitationBatch>(`${PATH}/${id}`)).sent > 0);
    },
  ];
  for (const [starts, reachKill] of kills.entries()) {
    const server = await startLater(folder, starts);
    onTestFinished(server.kill);
    await reachKill(elsewhere(nina, { url: `http://127.0.0.1:${server.port}` }));
    await server.kill();
  }

  const after = await startGuilde({ dataDir: folder, clock: realClock(120 * MINUTE_MS) });
  onTestFinished(after.close);
  await after.deps.jobs.drain();
  await sendDueMails(after.deps);
  const { orm } = after.deps.db;
  const left = (await after.mails()).map(({ to }) => to);
  const outside = (await orm.select({ to: outbox.recipient }).from(outbox)).map(({ to }) => to);
  const reached = new Set([...left, ...outside].filter((to) => ADDRESSES.includes(to)));
  expect([...reached].toSorted()).toEqual(ADDRESSES.toSorted());
  expect(await orm.$count(jobs, eq(jobs.kind, 'invitations.mail'))).toBe(ADDRESSES.length);
  expect(await orm.$count(invitationBatches)).toBe(1);
  expect(await orm.$count(invitations, eq(invitations.status, 'pending'))).toBe(ADDRESSES.length);
});
