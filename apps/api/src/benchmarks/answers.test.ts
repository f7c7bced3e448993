import type { AuditPage } from '@guilde/contracts/audit/rules.ts';
import { METRICS } from '@guilde/contracts/benchmarks/metrics.ts';
import type { BenchmarkCounts } from '@guilde/contracts/benchmarks/rules.ts';
import type { CommunitySettings } from '@guilde/contracts/settings/rules.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, benchmarksOf, openWave, QUARTER, withWave } from '../../test/benchmark-scenes.ts';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { PASSWORD } from '../../test/people.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';
import { profiles } from '../profiles/tables.ts';
import { benchmarkAnswers, benchmarkFigures, benchmarkWaves } from './tables.ts';
import { followWaves } from './waves.ts';

const DAY_MS = 86_400_000;

let guilde: Guilde;
let claire: Client;
let karim: Client;
let nina: Client;

beforeAll(async () => {
  guilde = await startGuilde({ rateLimits: true });
  await guilde.deps.jobs.stop();
  [claire, karim, nina] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('nina')];
  await withWave(guilde);
});
afterAll(() => guilde.close());
beforeEach(async () => {
  const { orm } = guilde.deps.db;
  await orm.delete(benchmarkAnswers);
  await orm.update(benchmarkWaves).set({ answered: 0 });
});

const stored = () => guilde.deps.db.orm.select().from(benchmarkAnswers);
const closed = async (work: () => Promise<void>) => {
  const { orm } = guilde.deps.db;
  const now = guilde.clock.now();
  await orm.update(benchmarkWaves).set({ closesAt: now });
  await work();
  await orm.update(benchmarkWaves).set({ closesAt: now + 2 * DAY_MS });
};

describe('answers of a wave', () => {
  it('are rounded before they are stored, replace those before, and are read by their member only', async () => {
    const first = granted(await answer(claire, { conversion: 187, basket: 62_37 }, { keep: true }));
    expect(first.answers).toEqual([
      { metric: 'basket', value: 60_00, fromExport: false },
      { metric: 'conversion', value: 190, fromExport: false },
    ]);
    expect(first).toMatchObject({ keep: true, denied: null, wave: { state: 'open', answered: 1 } });
    granted(await answer(claire, { conversion: 210 }));
    granted(await answer(claire, { conversion: 210 }));
    expect(await stored()).toMatchObject([{ metric: 'conversion', value: 210, keep: false }]);
    granted(await answer(karim, { returns: 500 }));
    expect(await benchmarksOf(karim)).toMatchObject({
      wave: { answered: 2 },
      answers: [{ metric: 'returns', value: 500 }],
    });
    expect((await benchmarksOf(nina)).answers).toEqual([]);
  });

  it('are withdrawn until the wave closes, also with the account', async () => {
    granted(await answer(claire, { conversion: 210 }));
    const lucie = await guilde.as('lucie');
    granted(await answer(lucie, { conversion: 300 }));
    const left = granted(await claire.delete('/api/benchmarks/answers'));
    expect(left).toMatchObject({ answers: [], wave: { answered: 1 } });
    expect(granted(await claire.delete('/api/benchmarks/answers'))).toMatchObject({ wave: { answered: 1 } });
    granted(await lucie.post('/api/account/delete', { password: PASSWORD }));
    expect((await benchmarksOf(claire)).wave?.answered).toBe(0);
    expect(await stored()).toEqual([]);
    granted(await answer(claire, { conversion: 210 }));
    granted(await answer(claire, {}));
    expect((await benchmarksOf(claire)).wave?.answered).toBe(0);
  });

  it('are frozen once it is closed, and an old tab answers no other wave', async () => {
    granted(await answer(claire, { conversion: 210 }));
    await closed(async () => {
      expect(refusal(await answer(claire, { conversion: 220 }))).toBe('409 BENCHMARKS_CLOSED');
      expect(refusal(await claire.delete('/api/benchmarks/answers'))).toBe('409 BENCHMARKS_CLOSED');
      expect(await benchmarksOf(claire)).toMatchObject({
        wave: { state: 'checking' },
        denied: 'BENCHMARKS_CLOSED',
      });
    });
    const older = { quarter: '2026-2' };
    expect(refusal(await answer(claire, { conversion: 220 }, older))).toBe('409 BENCHMARKS_CLOSED');
    expect(await stored()).toMatchObject([{ value: 210 }]);
    expect(refusal(await claire.get(`/api/benchmarks/waves/${QUARTER}`))).toBe('404 NOT_FOUND');
  });

  it('are those of certified shops with a SIREN whose account is old enough when it closes', async () => {
    const [wave] = await guilde.deps.db.orm.select().from(benchmarkWaves);
    const closesAt = wave?.closesAt ?? 0;
    const own = eq(profiles.userId, karim.id);
    const tried = async () => refusal(await answer(karim, { conversion: 210 }));
    const joined = (createdAt: number) =>
      byHand(guilde.deps, (orm) =>
        orm
          .update(members)
          .set({ createdAt: new Date(createdAt) })
          .where(eq(members.id, karim.id)),
      );
    await joined(closesAt - 90 * DAY_MS + 1);
    expect(await tried()).toBe('409 BENCHMARKS_TOO_NEW');
    expect(await benchmarksOf(karim)).toMatchObject({
      denied: 'BENCHMARKS_TOO_NEW',
      oldEnoughAt: new Date(closesAt + 1).toISOString(),
    });
    await joined(closesAt - 90 * DAY_MS);
    expect(await tried()).toBe('200 ');
    const [profile] = await guilde.deps.db.orm.select().from(profiles).where(own);
    const siren = profile?.siren ?? null;
    await byHand(guilde.deps, (orm) => orm.update(profiles).set({ siren: null }).where(own));
    expect(await tried()).toBe('409 BENCHMARKS_SIREN_MISSING');
    await byHand(guilde.deps, (orm) => orm.update(profiles).set({ siren, isCertified: false }).where(own));
    expect(await tried()).toBe('403 BENCHMARKS_NOT_CERTIFIED');
    await byHand(guilde.deps, (orm) => orm.update(profiles).set({ isCertified: true }).where(own));
  });

  it('are saved thirty times an hour', async () => {
    const zoe = await guilde.as('zoe');
    for (let save = 0; save < 30; save++) granted(await answer(zoe, { conversion: 210 }));
    expect(refusal(await answer(zoe, { conversion: 210 }))).toBe('429 RATE_LIMITED');
  });
});

it('keeps figures for their member until they erase them', async () => {
  const figure: typeof benchmarkFigures.$inferInsert = {
    memberId: claire.id,
    quarter: QUARTER,
    metric: 'basket',
    value: 60_00,
    cells: [],
  };
  await guilde.deps.db.orm.insert(benchmarkFigures).values(figure);
  granted(await answer(claire, { conversion: 210 }, { keep: true }));
  expect((await benchmarksOf(claire)).hasFigures).toBe(true);
  expect((await benchmarksOf(karim)).hasFigures).toBe(false);
  granted(await claire.delete('/api/benchmarks/mine'));
  expect(await guilde.deps.db.orm.$count(benchmarkFigures)).toBe(0);
  const left = { hasFigures: false, keep: false, answers: [{ value: 210 }] };
  expect(await benchmarksOf(claire)).toMatchObject(left);
});

describe('the switch', () => {
  const change = (settings: Partial<CommunitySettings> & { competitionRead?: boolean }) =>
    nina.put<CommunitySettings>('/api/admin/community', settings);

  it('asks that somebody has read about competition, and the journal says who', async () => {
    granted(await change({ benchmarks: false }));
    expect(refusal(await claire.get('/api/benchmarks'))).toBe('404 NOT_FOUND');
    expect(refusal(await answer(claire, { conversion: 210 }))).toBe('404 NOT_FOUND');
    for (const read of [{}, { competitionRead: false }])
      expect((await change({ benchmarks: true, ...read })).error.fields).toHaveProperty('competitionRead');
    expect(refusal(await claire.put('/api/admin/community', { benchmarks: true }))).toBe('403 TEAM_ONLY');
    expect(granted(await change({ benchmarks: true, competitionRead: true })).benchmarks).toBe(true);
    const [entry] = granted(await nina.get<AuditPage>('/api/admin/journal')).items;
    expect(entry).toMatchObject({ action: 'community.change', actorName: 'Nina Roche' });
    expect(JSON.stringify(entry)).toMatch(/competitionRead\W+true/);
    expect(granted(await change({ benchmarks: true, events: true })).events).toBe(true);
    expect((await benchmarksOf(claire)).wave?.quarter).toBe(QUARTER);
  });

  it('shows the team how many answered, and no answer', async () => {
    granted(await answer(claire, { conversion: 210 }));
    const counts = granted(await nina.get<BenchmarkCounts>('/api/admin/benchmarks'));
    expect(counts.waves).toEqual([
      { quarter: QUARTER, answered: 1, publishedAt: null, short: [], unusual: 0 },
    ]);
  });

  it('shows the team which figures fewer than five members gave, while the wave is open', async () => {
    const short = async () => {
      await followWaves(guilde.deps);
      return granted(await nina.get<BenchmarkCounts>('/api/admin/benchmarks')).waves[0]?.short;
    };
    const [first, ...others] = ['claire', 'karim', 'paul', 'nina', 'hugo'] as const;
    for (const name of others)
      granted(await answer(await guilde.as(name), { conversion: 210, basket: 65_00 }));
    expect(await short()).toEqual(METRICS.map(({ id }) => id));
    granted(await answer(await guilde.as(first), { conversion: 210 }));
    expect(await short()).toEqual(METRICS.map(({ id }) => id).filter((id) => id !== 'conversion'));
    granted(await claire.delete('/api/benchmarks/answers'));
    expect(await short()).toHaveLength(METRICS.length);
  });
});

it('has no wave before the first', async () => {
  const { orm } = guilde.deps.db;
  await orm.delete(benchmarkFigures);
  await orm.delete(benchmarkAnswers);
  await orm.delete(benchmarkWaves);
  expect(await benchmarksOf(claire)).toMatchObject({
    wave: null,
    denied: 'BENCHMARKS_CLOSED',
    published: [],
  });
  await openWave(guilde, QUARTER);
});
