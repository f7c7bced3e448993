import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DealDetail } from '@guilde/contracts/deals/rules.ts';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { dealCommitments, deals } from '../src/deals/tables.ts';
import { jobs, outbox } from '../src/platform/database/tables.ts';
import { realClock } from './chaos.ts';
import { act, commitTo, DAY_MS, opened, withDeals } from './deal-scenes.ts';
import { guildeCommand } from './guilde-command.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { granted } from './scenes.ts';
import { startServerProcess } from './server-process.ts';

const MOVED_CLOCK = new URL('./moved-clock.ts', import.meta.url).href;
const CLOSED_MS = 11 * DAY_MS;
/** Each server is killed so many milliseconds after it listens; the deal closes then. */
const KILLED_AFTER = [0, 15, 40, 90];
const BUYERS = ['karim', 'zoe', 'paul', 'lucie', 'hugo'] as const;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guilde-deals-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function withCommitted(folder: string): Promise<{ guilde: Guilde; deal: DealDetail }> {
  const guilde = await startGuilde({ dataDir: folder, clock: realClock() });
  await withDeals(guilde);
  const deal = await opened(guilde, await guilde.as('claire'), { minTotal: 200 });
  for (const name of BUYERS) granted(await commitTo(await guilde.as(name), deal, 60));
  return { guilde, deal };
}

it('a deal closes once and each is told once, although the server is killed while it closes', async () => {
  const folder = newFolder();
  const { guilde, deal } = await withCommitted(folder);
  await guilde.deps.jobs.drain();
  const known = await guilde.deps.db.orm.$count(jobs, eq(jobs.kind, 'mail.send'));
  await guilde.close();
  const env = { NODE_OPTIONS: `--import ${MOVED_CLOCK}` };
  for (const [index, after] of KILLED_AFTER.entries()) {
    // The locks of a killed worker are over after three minutes.
    const ahead = String(CLOSED_MS + index * 180_000);
    const server = await startServerProcess(folder, { env: { ...env, GUILDE_CLOCK_AHEAD: ahead } });
    onTestFinished(server.kill);
    // The moment of the kill is the input of this test, and it waits for nothing.
    await sleep(after);
    await server.kill();
  }
  const later = await startGuilde({ dataDir: folder, clock: realClock(CLOSED_MS + 3_600_000) });
  onTestFinished(later.close);
  await later.deps.jobs.drain();
  const { orm } = later.deps.db;
  const [closed] = await orm.select().from(deals);
  expect(closed).toMatchObject({ id: deal.id, status: 'reached', committed: BUYERS.length, total: 300 });
  const outside = await orm.select({ to: outbox.recipient, subject: outbox.subject }).from(outbox);
  const told = [...(await later.mails()), ...outside].filter(({ subject }) => subject === 'Objectif atteint');
  expect(new Set(told.map(({ to }) => to))).toEqual(new Set(BUYERS.map((name) => `${name}@exemple.fr`)));
  // A mail that was leaving at the kill leaves again under the identity of its job.
  expect(await orm.$count(jobs, eq(jobs.kind, 'mail.send'))).toBe(known + BUYERS.length);
});

it('a restored backup brings no consent and no commitment back that was withdrawn after it', async () => {
  const [folder, machine] = [newFolder(), newFolder()];
  const backup = join(newFolder(), 'backup');
  const { guilde, deal } = await withCommitted(folder);
  expect(await guildeCommand(folder, 'backup', backup)).toMatchObject({ code: 0, err: '' });
  const [karim, zoe, paul] = [await guilde.as('karim'), await guilde.as('zoe'), await guilde.as('paul')];
  granted(await karim.put(`/api/deals/${deal.id}/consent`, { consent: false }));
  granted(await act(zoe, deal, 'withdraw', { reason: '' }));
  granted(await act(paul, deal, 'withdraw', { reason: '' }));
  granted(await commitTo(paul, deal, 50));
  await guilde.close();
  // This process keeps the closed database's file open, so the folder is copied, as to another machine.
  cpSync(folder, machine, { recursive: true });
  expect(await guildeCommand(machine, 'restore', backup, '--force')).toMatchObject({ code: 0, err: '' });
  const later = await startGuilde({ dataDir: machine, clock: realClock(60_000) });
  onTestFinished(later.close);
  const stored = await later.deps.db.orm.select().from(dealCommitments);
  const of = (id: string) => stored.find(({ memberId }) => memberId === id);
  expect(of(karim.id)).toMatchObject({ state: 'committed', quantity: 60, consentAt: null });
  expect(of(zoe.id)).toMatchObject({ state: 'withdrawn', consentAt: null });
  expect(of(paul.id)).toMatchObject({ state: 'withdrawn', consentAt: null });
  expect(stored.filter(({ consentAt }) => consentAt !== null)).toHaveLength(2);
  const [restored] = await later.deps.db.orm.select().from(deals);
  expect(restored).toMatchObject({ status: 'open', committed: 3, total: 180 });
});

it('an imported community closes its open deals at their hour, and tells each once', async () => {
  const [folder, place, later] = [newFolder(), join(newFolder(), 'data'), realClock(CLOSED_MS)];
  const exported = join(newFolder(), 'export');
  const { guilde } = await withCommitted(folder);
  await guilde.close();
  expect(await guildeCommand(folder, 'export', exported)).toMatchObject({ code: 0, err: '' });
  expect(await guildeCommand(place, 'import', exported)).toMatchObject({ code: 0, err: '' });
  const imported = await startGuilde({ dataDir: place, clock: later });
  onTestFinished(imported.close);
  await imported.deps.jobs.drain();
  const [closed] = await imported.deps.db.orm.select().from(deals);
  expect(closed).toMatchObject({ status: 'reached', committed: BUYERS.length });
  const told = (await imported.mails()).filter(({ subject }) => subject === 'Objectif atteint');
  expect(told).toHaveLength(BUYERS.length);
});
