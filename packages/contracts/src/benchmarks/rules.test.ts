import { describe, expect, it } from 'vitest';
import { parisLocal } from '../paris-time.ts';
import { fieldErrors } from '../validation.ts';
import { benchmarkAnswersInput } from './input.ts';
import { METRICS, onGrid, ratioOf } from './metrics.ts';
import { denyBenchmarkAnswer, lastWave, quarterLabel, waveOf } from './rules.ts';

const at = (text: string) => Date.parse(text);

describe('waves', () => {
  it('open, close and are published in Paris time, in summer and in winter', () => {
    const times = ({ opensAt, closesAt, publishesAt }: ReturnType<typeof waveOf>) =>
      [opensAt, closesAt, publishesAt].map(parisLocal);
    expect(times(waveOf('2026-4'))).toEqual(['2027-01-01T09:00', '2027-01-24T23:59', '2027-01-28T09:00']);
    expect(times(waveOf('2027-2'))).toEqual(['2027-07-01T09:00', '2027-07-24T23:59', '2027-07-28T09:00']);
    expect(quarterLabel('2026-4')).toBe('T4\u00a02026');
  });

  it.each([
    ['2027-01-01T07:59:00Z', '2026-3'],
    ['2027-01-01T08:00:00Z', '2026-4'],
    ['2026-12-31T23:30:00Z', '2026-3'],
    ['2027-03-31T21:30:00Z', '2026-4'],
    ['2027-04-01T07:00:00Z', '2027-1'],
    ['2027-12-31T12:00:00Z', '2027-3'],
  ])('at %s the newest is %s', (now, quarter) => {
    expect(lastWave(at(now)).quarter).toBe(quarter);
  });

  it('are answered while they are open, by certified shops whose account is old enough at the end', () => {
    const wave = waveOf('2026-4');
    const open = wave.opensAt;
    const day = 86_400_000;
    const asker = { isCertified: true, hasSiren: true, joinedAt: wave.closesAt - 90 * day };
    expect(denyBenchmarkAnswer(asker, wave, open)).toBeNull();
    expect(denyBenchmarkAnswer(asker, wave, open - 1)).toBe('BENCHMARKS_CLOSED');
    expect(denyBenchmarkAnswer(asker, wave, wave.closesAt)).toBe('BENCHMARKS_CLOSED');
    expect(denyBenchmarkAnswer(asker, null, open)).toBe('BENCHMARKS_CLOSED');
    const younger = { ...asker, joinedAt: asker.joinedAt + 1 };
    expect(denyBenchmarkAnswer(younger, wave, open)).toBe('BENCHMARKS_TOO_NEW');
    expect(denyBenchmarkAnswer({ ...asker, hasSiren: false }, wave, open)).toBe('BENCHMARKS_SIREN_MISSING');
    expect(denyBenchmarkAnswer({ ...asker, isCertified: false }, wave, open)).toBe(
      'BENCHMARKS_NOT_CERTIFIED',
    );
  });
});

describe('figures', () => {
  it('are computed from totals in hundredths of their unit', () => {
    expect(ratioOf('conversion', { orders: 38, sessions: 2000 })).toBe(190);
    expect(ratioOf('basket', { revenue: 5_432.1, orders: 100 })).toBe(5432);
    expect(ratioOf('returning', { orders: 200, 'new-customers': 150 })).toBe(2500);
    expect(ratioOf('conversion', { orders: 38 })).toBeNull();
    expect(ratioOf('conversion', { orders: 38, sessions: 0 })).toBeNull();
    expect(ratioOf('shipping-time', { orders: 38, sessions: 100 })).toBeNull();
  });

  it('are rounded before anything keeps them, and within the bounds still', () => {
    for (const { id, bounds, step } of METRICS) {
      for (const value of [bounds.min, bounds.max]) expect(onGrid(id, value) % step, id).toBe(0);
      expect(onGrid(id, bounds.max), id).toBeLessThanOrEqual(bounds.max);
    }
    const sent = { quarter: '2026-4', answers: [{ metric: 'basket', value: 62_37 }] };
    expect(benchmarkAnswersInput.parse(sent).answers).toEqual([
      { metric: 'basket', value: 60_00, fromExport: false },
    ]);
  });

  it.each([
    [[{ metric: 'conversion', value: 26_00 }], 'answers.0.value'],
    [[{ metric: 'conversion', value: 1 }], 'answers.0.value'],
    [[{ metric: 'conversion', value: 1.5 }], 'answers.0.value'],
    [[{ metric: 'margin', value: 100 }], 'answers.0.metric'],
    [
      [
        { metric: 'basket', value: 50_00 },
        { metric: 'basket', value: 55_00 },
      ],
      'answers',
    ],
  ])('%o is refused at %s', (answers, field) => {
    const { error } = benchmarkAnswersInput.safeParse({ quarter: '2026-4', answers });
    expect(Object.keys(fieldErrors(error?.issues ?? []))).toEqual([field]);
  });
});
