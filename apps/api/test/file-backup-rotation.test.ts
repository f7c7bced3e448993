import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminOverview } from '@guilde/contracts/admin/rules.ts';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordBackup } from '../src/platform/database/backup-record.ts';
import type { Env } from '../src/platform/http/http.ts';
import { type Health, healthRoutes } from '../src/platform/observe/health.ts';
import type { Client } from './client.ts';
import { guildeCommand } from './guilde-command.ts';
import { type Guilde, startGuilde } from './harness.ts';
import { granted } from './scenes.ts';
import { until } from './until.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let folder: string;
let guilde: Guilde;
let nina: Client;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guilde-rotation-'));
  guilde = await startGuilde({ metrics: true, cast: ['nina'] });
  nina = await guilde.as('nina');
});
afterEach(async () => {
  await guilde.close();
  rmSync(folder, { recursive: true, force: true });
});

const command = (...args: string[]) => guildeCommand(guilde.deps.config.dataDir, 'backup', ...args);

/** Dated names are of one second, and tests stop the clock of `Date`. */
async function backUp(keep: number) {
  const second = () => Math.floor((performance.timeOrigin + performance.now()) / 1000);
  const now = second();
  await until(() => second() > now);
  return command('--keep', String(keep), folder);
}

async function said() {
  // A new route has not kept an earlier answer.
  const health = new Hono<Env>().route('/', healthRoutes(guilde.deps));
  const { backup } = (await (await health.request('/')).json()) as Health;
  const { operation } = granted(await nina.get<AdminOverview>('/api/admin/overview'));
  return { backup, warning: operation.backup };
}

/** The health behind the figures is kept for a second. */
async function untilFigure(line: RegExp): Promise<void> {
  const url = `http://127.0.0.1:${guilde.metricsPort}/metrics`;
  await until(async () => line.test(await (await fetch(url)).text()));
}

it('keeps the newest backups of its own, and what others have put beside them', async () => {
  for (const name of ['notes', '2020-01-01-00-00-00', '2020-01-01-00-00-01.partial'])
    mkdirSync(join(folder, name));
  writeFileSync(join(folder, '2020-01-01-00-00-02'), '');
  expect(await backUp(2)).toMatchObject({ code: 0, err: '' });
  const first = readdirSync(folder).find((name) => !name.startsWith('2020') && name !== 'notes') ?? '';
  cpSync(join(folder, first), join(folder, '2020-01-01-00-00-03'), { recursive: true });
  for (const removed of ['', '1 sauvegarde ancienne supprimée.']) {
    const { code, out } = await backUp(2);
    expect([code, out.includes('ancienne')]).toEqual([0, removed !== '']);
    expect(out).toContain(removed);
  }
  const names = readdirSync(folder);
  expect(names).toHaveLength(6);
  expect(names).toEqual(
    expect.arrayContaining(['notes', '2020-01-01-00-00-00', '2020-01-01-00-00-02', '2020-01-01-00-00-03']),
  );
  expect(names).not.toContain(first);
});

it('tells administrators and Prometheus of the last backup', async () => {
  expect(await said()).toMatchObject({ backup: null, warning: null });
  expect(await command(join(folder, 'a'))).toMatchObject({ code: 0, err: '' });
  const well = await said();
  expect(well).toMatchObject({
    backup: { isSound: true, error: null, isLate: false, bytes: expect.any(Number) },
    warning: null,
  });
  await untilFigure(/^guilde_backup_time_seconds [1-9]\d{9}(?:\.\d+)?$/m);
  await untilFigure(/^guilde_backup_failed 0$/m);
  const lastAt = well.backup?.lastSoundAt;

  expect(await command(join(folder, 'a'))).toMatchObject({ code: 1, err: expect.stringContaining('existe') });
  const failed = await said();
  expect(failed).toMatchObject({
    backup: { isSound: false, error: expect.stringContaining('existe'), bytes: null, lastSoundAt: lastAt },
    warning: { lastAt, hasFailed: true },
  });
  await untilFigure(/^guilde_backup_failed 1$/m);
});

it('says that the last backup is more than two days old', async () => {
  const { clock, config } = guilde.deps;
  recordBackup(config, { at: clock.now(), bytes: 1, isSound: true, error: null });
  guilde.clock.advance(2 * DAY_MS - HOUR_MS);
  expect(await said()).toMatchObject({ backup: { isLate: false }, warning: null });
  guilde.clock.advance(HOUR_MS);
  expect(await said()).toMatchObject({ backup: { isLate: true }, warning: { hasFailed: false } });
});

it.each([
  ['a number that is none', ['--keep', 'deux'], '--keep attend le nombre de sauvegardes à garder'],
  ['none at all', ['--keep', '0'], '--keep attend le nombre de sauvegardes à garder'],
  ['a raw copy', ['--keep', '2', '--raw'], '--raw et --keep ne vont pas ensemble.'],
])('refuses %s to keep', async (_, args, sentence) => {
  expect(await command(...args)).toMatchObject({ code: 1, err: expect.stringContaining(sentence) });
  expect((await said()).backup).toBeNull();
});
