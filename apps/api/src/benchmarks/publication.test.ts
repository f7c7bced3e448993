import type { MetricId } from '@guilde/contracts/benchmarks/metrics.ts';
import type { BenchmarkCounts, BenchmarkResults } from '@guilde/contracts/benchmarks/rules.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, benchmarksOf, openWave, QUARTER, withWave } from '../../test/benchmark-scenes.ts';
import { byHand } from '../../test/by-hand.ts';
import type { Client } from '../../test/client.ts';
import { storeCrowd } from '../../test/crowd.ts';
import { type Guilde, startGuilde } from '../../test/harness.ts';
import { granted, refusal } from '../../test/scenes.ts';
import { members } from '../auth/tables.ts';
import { invitations } from '../invitations/tables.ts';
import { notices } from '../notices/tables.ts';
import { applyRetention } from '../platform/retention.ts';
import { profiles } from '../profiles/tables.ts';
import { countedAnswers } from './people.ts';
import {
  benchmarkAnswers,
  benchmarkCells,
  benchmarkFigures,
  benchmarkParts,
  benchmarkWaves,
} from './tables.ts';
import { followWaves } from './waves.ts';

const DAY_MS = 86_400_000;
const CROWD = 11;

let guilde: Guilde;
let claire: Client;
let karim: Client;
let nina: Client;
let crowd: string[];

beforeEach(async () => {
  guilde = await startGuilde({ cast: ['nina', 'claire', 'karim'] });
  await guilde.deps.jobs.stop();
  [claire, karim, nina] = [await guilde.as('claire'), await guilde.as('karim'), await guilde.as('nina')];
  await withWave(guilde);
  crowd = await storeCrowd(
    guilde.deps.db,
    Array.from({ length: CROWD }, (_, index) => ({
      firstName: `Membre ${index}`,
      siren: `0000000${10 + index}`,
      sector: 'fashion' as const,
      monthlyOrders: '50-500' as const,
    })),
  );
});
afterEach(() => guilde.close());

/** The members of the crowd have no session: their rows are stored as the route stores them. */
async function crowdGives(values: readonly number[], metric: MetricId = 'basket', quarter = QUARTER) {
  const { orm } = guilde.deps.db;
  const [wave] = await orm.select().from(benchmarkWaves).where(eq(benchmarkWaves.quarter, quarter));
  const erasedAt = (wave?.publishesAt ?? 0) + 30 * DAY_MS;
  await orm.insert(benchmarkAnswers).values(
    values.map((value, index) => {
      const memberId = crowd[index] ?? '';
      return { quarter, memberId, metric, value, fromExport: false, keep: false, erasedAt };
    }),
  );
}
const follow = () => followWaves(guilde.deps);
async function published(): Promise<void> {
  guilde.clock.advance(5 * DAY_MS + 1000);
  await follow();
}
const cellsOf = () => guilde.deps.db.orm.select().from(benchmarkCells);
const resultsOf = async (client: Client, quarter = QUARTER) =>
  granted(await client.get<BenchmarkResults>(`/api/benchmarks/waves/${quarter}`));
const metricOf = async (client: Client, metric: MetricId) =>
  (await resultsOf(client)).metrics.find((one) => one.metric === metric);
const EVEN = Array.from({ length: CROWD }, (_, index) => 40_00 + index * 5_00);

describe('a wave', () => {
  it('is published on its day and once, to who gave the figure; not even the team sees others', async () => {
    granted(await answer(claire, { basket: 65_00, returns: 5_00 }));
    granted(await answer(karim, { returns: 6_00 }));
    await crowdGives(EVEN);
    guilde.clock.advance(5 * DAY_MS - 60_000);
    await follow();
    expect(refusal(await claire.get(`/api/benchmarks/waves/${QUARTER}`))).toBe('404 NOT_FOUND');
    guilde.clock.advance(61_000);
    await Promise.all([follow(), follow()]);
    expect((await metricOf(claire, 'basket'))?.cells).toEqual([
      { key: 'all', people: '10-19', centre: 65_00, q1: 55_00, q3: 75_00 },
    ]);
    expect(await metricOf(claire, 'basket')).toMatchObject({ isGiven: true, ownCells: ['all'], own: 65_00 });
    for (const client of [karim, nina])
      expect(await metricOf(client, 'basket')).toEqual({
        metric: 'basket',
        isGiven: false,
        people: '10-19',
        cells: [],
        ownCells: [],
        own: null,
      });
    expect(await metricOf(karim, 'returns')).toMatchObject({ isGiven: true, people: null, cells: [] });
    expect((await resultsOf(nina)).metrics.flatMap(({ cells }) => cells)).toEqual([]);
    const { orm } = guilde.deps.db;
    const before = await cellsOf();
    await orm.update(benchmarkAnswers).set({ value: 10_00 });
    await follow();
    expect(await cellsOf()).toEqual(before);
    expect(await benchmarksOf(claire)).toMatchObject({ wave: { state: 'published' }, published: [QUARTER] });
    const [counts] = granted(await nina.get<BenchmarkCounts>('/api/admin/benchmarks')).waves;
    expect(counts).toMatchObject({ answered: 2, unusual: 0 });
    expect(counts?.short).not.toContain('basket');
    expect(counts?.short).toContain('returns');
  });

  it('is published only where the feature is on', async () => {
    await crowdGives(EVEN);
    granted(await nina.put('/api/admin/community', { benchmarks: false }));
    await published();
    expect(await cellsOf()).toEqual([]);
  });

  it('leaves nothing of four, and counts accounts of one person once', async () => {
    await crowdGives(EVEN.slice(0, 5));
    const { orm } = guilde.deps.db;
    const [first = '', second = '', third = ''] = crowd;
    const young = (closesAt: number) => new Date(closesAt - 179 * DAY_MS);
    const [wave] = await orm.select().from(benchmarkWaves);
    const closesAt = wave?.closesAt ?? 0;
    const people = async () =>
      new Set((await countedAnswers(orm, { quarter: QUARTER, closesAt })).contributors.map((c) => c.personId))
        .size;
    expect(await people()).toBe(5);
    const invited = (invitedUserId: string, inviterId: string | null) => ({
      ...{ id: invitedUserId, tokenHash: invitedUserId, invitedUserId, inviterId },
      ...{ status: 'accepted' as const, acceptedAt: 1, createdAt: 1, expiresAt: 1 },
    });
    await orm.insert(invitations).values([invited(second, first), invited(third, null)]);
    const joined = (id: string, at: Date) =>
      byHand(guilde.deps, () => orm.update(members).set({ createdAt: at }).where(eq(members.id, id)));
    await joined(second, young(closesAt));
    expect(await people()).toBe(4);
    // Its sponsor left: it counts, with all others of whom that is so, as one.
    await joined(third, young(closesAt));
    const fourth = crowd[3] ?? '';
    await orm.insert(invitations).values(invited(fourth, null));
    await joined(fourth, young(closesAt));
    expect(await people()).toBe(3);
    await byHand(guilde.deps, () =>
      orm.update(profiles).set({ provenAt: 1 }).where(eq(profiles.userId, second)),
    );
    expect(await people()).toBe(4);
    await published();
    expect(await cellsOf()).toEqual([]);
  });

  it('counts nobody who is suspended, not certified any more, without a SIREN, or too new at its end', async () => {
    await crowdGives(EVEN.slice(0, 8));
    const { orm } = guilde.deps.db;
    const [wave] = await orm.select().from(benchmarkWaves);
    const closesAt = wave?.closesAt ?? 0;
    const left = async () => (await countedAnswers(orm, { quarter: QUARTER, closesAt })).contributors.length;
    const [a = '', b = '', c = '', d = ''] = crowd;
    await byHand(guilde.deps, () => orm.update(members).set({ suspendedAt: 1 }).where(eq(members.id, a)));
    expect(await left()).toBe(7);
    const change = (id: string, set: object) =>
      byHand(guilde.deps, () => orm.update(profiles).set(set).where(eq(profiles.userId, id)));
    await change(b, { isCertified: false });
    expect(await left()).toBe(6);
    await change(c, { siren: null });
    expect(await left()).toBe(5);
    const late = new Date(closesAt - 90 * DAY_MS + 1);
    await byHand(guilde.deps, () => orm.update(members).set({ createdAt: late }).where(eq(members.id, d)));
    expect(await left()).toBe(4);
  });
});

describe('after the publication', () => {
  it('answers go after thirty days, parts with the next wave; kept figures and the sight of them stay', async () => {
    granted(await answer(claire, { basket: 65_00 }, { keep: true }));
    granted(await answer(karim, { basket: 60_00 }));
    await crowdGives(EVEN);
    await published();
    const { orm } = guilde.deps.db;
    expect(await orm.$count(benchmarkAnswers)).toBe(CROWD + 2);
    guilde.clock.advance(20 * DAY_MS);
    await applyRetention(guilde.deps);
    expect(await orm.$count(benchmarkAnswers)).toBe(CROWD + 2);
    await openWave(guilde, '2026-4');
    await published();
    expect(await orm.$count(benchmarkParts)).toBe(0);
    guilde.clock.advance(10 * DAY_MS);
    await applyRetention(guilde.deps);
    expect(await orm.$count(benchmarkAnswers)).toBe(0);
    expect(await orm.select().from(benchmarkFigures)).toMatchObject([
      { memberId: claire.id, metric: 'basket', value: 65_00, cells: ['all'] },
    ]);
    expect(await cellsOf()).toHaveLength(1);
  });

  it('an answer that is due is shown to nobody, also before it is erased', async () => {
    granted(await answer(claire, { basket: 65_00 }));
    await crowdGives(EVEN);
    await published();
    await guilde.deps.db.orm.update(benchmarkAnswers).set({ erasedAt: guilde.clock.now() });
    expect((await benchmarksOf(claire)).answers).toEqual([]);
    expect(await metricOf(claire, 'basket')).toMatchObject({ isGiven: true, own: null });
    expect(await guilde.deps.db.orm.$count(benchmarkAnswers)).toBe(CROWD + 1);
  });

  it.each(['leaves', 'does not answer'])(
    'nothing is said of a small wave that one of before %s',
    async (what) => {
      const six = EVEN.slice(0, 6);
      await crowdGives(six);
      await published();
      expect(await cellsOf()).toMatchObject([{ quarter: QUARTER, key: 'all' }]);
      const order = { rule: 'misuse', reason: 'Robot.' };
      if (what === 'leaves') granted(await nina.post(`/api/admin/users/${crowd[5]}/delete`, order));
      const { orm } = guilde.deps.db;
      expect(await orm.$count(benchmarkParts, eq(benchmarkParts.memberId, crowd[5] ?? ''))).toBe(
        what === 'leaves' ? 0 : 1,
      );
      expect(await orm.$count(benchmarkParts)).toBe(6);
      await openWave(guilde, '2026-4');
      await crowdGives(six.slice(0, 5), 'basket', '2026-4');
      await published();
      expect((await cellsOf()).map(({ quarter }) => quarter)).toEqual([QUARTER]);
    },
  );

  it('who was far from all others in two waves is asked, and the team reads a number', async () => {
    const far = [...EVEN.slice(0, 10), 900_00];
    await crowdGives(far);
    await published();
    await openWave(guilde, '2026-4');
    await crowdGives(far, 'basket', '2026-4');
    await published();
    const parts = await guilde.deps.db.orm.select().from(benchmarkParts);
    expect(parts.filter((part) => part.far === 2).map(({ memberId }) => memberId)).toEqual([crowd.at(-1)]);
    const counts = granted(await nina.get<BenchmarkCounts>('/api/admin/benchmarks'));
    expect(counts.waves.map(({ unusual }) => unusual)).toEqual([1, 0]);
    expect(JSON.stringify(counts)).not.toContain('90000');
  });
});

describe('news of a wave', () => {
  const told = async () => {
    await guilde.deps.jobs.drain();
    const rows = await guilde.deps.db.orm.select().from(notices).where(eq(notices.kind, 'benchmark'));
    const names = new Map([claire, karim, nina].map(({ id, email }) => [id, email.split('@')[0]]));
    return rows
      .flatMap(({ memberId, subject }) => (names.has(memberId) ? [`${names.get(memberId)} ${subject}`] : []))
      .sort();
  };

  it('is told at the opening, to who gave before near the end, and at the publication, once each', async () => {
    const { orm } = guilde.deps.db;
    await orm.update(benchmarkWaves).set({ opensAt: guilde.clock.now() - 20 * DAY_MS });
    granted(await answer(claire, { basket: 65_00 }));
    granted(await answer(karim, { basket: 60_00 }));
    await follow();
    await follow();
    expect(await told()).toEqual([]);
    await published();
    expect(await told()).toEqual(['claire published:2026-3', 'karim published:2026-3']);
    await openWave(guilde, '2026-4');
    granted(await answer(karim, { basket: 60_00 }, { quarter: '2026-4' }));
    await follow();
    await follow();
    expect(await told()).toEqual([
      'claire closing:2026-4',
      'claire published:2026-3',
      'karim published:2026-3',
    ]);
    const mails = (await guilde.mails()).filter(({ subject }) => subject.includes('vague'));
    expect(mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual([]);
    guilde.clock.advance(31 * 60_000);
    const sent = (await guilde.mails()).filter(({ subject }) => subject.includes('T4'));
    expect(sent.map(({ to }) => to)).toEqual([claire.email]);
  });

  it('opens by itself in the month after the quarter, told to all who may answer', async () => {
    guilde.clock.set(Date.parse('2027-01-02T10:00:00Z'));
    await follow();
    const [newest] = await guilde.deps.db.orm
      .select()
      .from(benchmarkWaves)
      .where(eq(benchmarkWaves.quarter, '2026-4'));
    expect(newest).toMatchObject({ opensAt: Date.parse('2027-01-01T08:00:00Z'), answered: 0 });
    expect(await told()).toEqual(['claire open:2026-4', 'karim open:2026-4', 'nina open:2026-4']);
  });
});
