import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { allOrSome } from '../../../scripts/extent.ts';
import { actsOf, type ChaosOptions, runChaos } from './chaos.ts';
import { expectAllKept } from './kept.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** So many acts does each crash test of `npm run test:crash`; the ordinary suite provides nothing and does few. */
    crashActs?: number;
  }
}

const acts = inject('crashActs') ?? 300;
const kills = Math.max(3, acts / 500);
const TIME_ENOUGH_MS = 3_600_000;

describe(`what was acknowledged is there once, in order, for everybody, after ${acts} messages and changes`, () => {
  it.each(
    allOrSome<[string, ChaosOptions]>([
      [`and ${kills} kills`, { acts, kills, dropOneIn: 0, jumpingClock: false }],
      ['and cut sockets and lost answers', { acts, kills: 0, dropOneIn: 25, jumpingClock: false }],
      ['and all of it with a jumping clock', { acts, kills, dropOneIn: 40, jumpingClock: true }],
    ]),
  )('%s', { timeout: TIME_ENOUGH_MS }, async (_, conditions) => {
    const folder = mkdtempSync(join(tmpdir(), 'guilde-crash-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const result = await runChaos(folder, conditions);
    if (conditions.dropOneIn > 0)
      expect(Math.min(result.faults.cut, result.faults.dropped)).toBeGreaterThan(0);
    expect(Math.min(result.channels.socket, result.channels.http)).toBeGreaterThan(0);
    expect(actsOf(result)).toBeGreaterThanOrEqual(acts);
    expect(result.changes.count).toBeGreaterThan(0);
    await expectAllKept(folder, result);
  });
});
