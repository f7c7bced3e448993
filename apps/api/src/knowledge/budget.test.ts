import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { temporaryDatabase } from '../../test/platform.ts';
import { reserveCost, settleCost } from './budget.ts';
import { monthStart, spent } from './costs.ts';
import { aiCalls } from './tables.ts';

const NOW = Date.parse('2026-11-17T09:00:00Z');

async function budget() {
  const { db } = await temporaryDatabase();
  const time = { now: NOW };
  const deps = { db, clock: { now: () => time.now, elapsed: () => time.now } };
  const take = (values: Partial<Parameters<typeof reserveCost>[1]> = {}) =>
    reserveCost(deps, {
      jobId: randomUUID(),
      attempt: 1,
      sosId: 'sos',
      model: 'modele',
      worstCost: 0.4,
      budget: 1,
      ...values,
    });
  return { db, time, take, spent: async () => (await spent(db.orm, monthStart(time.now))).cost };
}

describe('the month in Paris', () => {
  it.each([
    ['2026-11-17T09:00:00Z', '2026-10-31T23:00:00Z'],
    ['2026-11-30T22:59:59Z', '2026-10-31T23:00:00Z'],
    ['2026-11-30T23:00:00Z', '2026-11-30T23:00:00Z'],
    ['2026-07-01T00:00:00Z', '2026-06-30T22:00:00Z'],
    ['2026-06-30T21:59:59Z', '2026-05-31T22:00:00Z'],
    ['2026-03-31T12:00:00Z', '2026-02-28T23:00:00Z'],
    ['2027-01-01T00:00:00Z', '2026-12-31T23:00:00Z'],
  ])('%s began at %s', (now, start) => {
    expect(new Date(monthStart(Date.parse(now))).toISOString()).toBe(new Date(start).toISOString());
  });
});

describe('the budget', () => {
  it('is not passed, however many ask at once', async () => {
    const { db, take, spent } = await budget();
    const taken = await Promise.all(Array.from({ length: 20 }, () => take()));
    expect(taken.filter((id) => id !== null)).toHaveLength(2);
    expect(await db.orm.$count(aiCalls)).toBe(2);
    expect(await spent()).toBeCloseTo(0.8);
  });

  it('is given back what a call did not use, and all of one that was refused', async () => {
    const { db, take, spent } = await budget();
    const [first, second] = [await take(), await take()];
    expect(await take()).toBeNull();
    const use = { inputTokens: 10, outputTokens: 5, cost: 0.1, durationMs: 9 };
    await settleCost(db, first ?? '', { outcome: 'answered', use, durationMs: 9 });
    await settleCost(db, second ?? '', { outcome: 'rate-limited', use: null, durationMs: 9 });
    expect(await spent()).toBeCloseTo(0.1);
    expect(await take()).not.toBeNull();
  });

  it('keeps what was set aside for a call that broke off', async () => {
    const { db, take, spent } = await budget();
    await settleCost(db, (await take()) ?? '', { outcome: 'timeout', use: null, durationMs: 9 });
    expect(await spent()).toBeCloseTo(0.4);
  });

  it('is whole again when the month begins', async () => {
    const { take, time, spent } = await budget();
    await take({ worstCost: 1 });
    expect(await take()).toBeNull();
    time.now = Date.parse('2026-11-30T23:00:00Z');
    expect(await spent()).toBe(0);
    expect(await take()).not.toBeNull();
  });

  it('of zero allows only what costs nothing', async () => {
    const { take } = await budget();
    expect(await take({ budget: 0 })).toBeNull();
    expect(await take({ budget: 0, worstCost: 0 })).not.toBeNull();
  });

  it('pays three calls of a job at most', async () => {
    const { take } = await budget();
    const values = { jobId: 'job', worstCost: 0.01 };
    for (let attempt = 1; attempt <= 3; attempt++) expect(await take({ ...values, attempt })).not.toBeNull();
    expect(await take({ ...values, attempt: 4 })).toBeNull();
    expect(await take({ ...values, jobId: 'job2' })).not.toBeNull();
  });

  it('gives one of two workers at the same attempt the call', async () => {
    const { take } = await budget();
    const taken = await Promise.all([
      take({ jobId: 'job', worstCost: 0.01 }),
      take({ jobId: 'job', worstCost: 0.01 }),
    ]);
    expect(new Set(taken).size).toBe(2);
  });
});
