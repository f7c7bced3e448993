import { waveDelay } from '@guilde/contracts/sos/waves.ts';
import { randomsFrom } from '../test/random.ts';
import { percent, percentile, print, table, whole } from './figures.ts';
import { type Simulation, START, type Strategy, simulate } from './wave-simulation.ts';

const SIZE = { members: 2000, sos: 10_000, days: 364 };
const SEED = 16;
const ANSWER_RATES = [0.05, 0.1, 0.2];
const STRATEGIES: Strategy[] = ['waves', 'everybody', 'nobody'];
const NAMES: Record<Strategy, string> = {
  waves: 'waves',
  everybody: 'tell everybody',
  nobody: 'tell nobody',
};
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

print(
  `${whole(SIZE.members)} members, ${whole(SIZE.sos)} SOS in ${SIZE.days / 7} weeks, seed ${SEED}. The answer rate is that of a member who fits and`,
);
print(
  'was not asked this week; each alert of the week leaves 95 % of it, 2 % at least, and who does not fit has a quarter.\n',
);
const rows = ANSWER_RATES.flatMap((answerRate) =>
  STRATEGIES.map((strategy) => [
    percent(answerRate),
    NAMES[strategy],
    ...figuresOf(simulate({ ...SIZE, answerRate, strategy, random: randomsFrom(SEED) })),
  ]),
);
table(
  'Alerts and answers',
  [
    'answer rate',
    'strategy',
    'alerts/week median',
    'p99',
    'max',
    'over the cap',
    'in the first wave',
    'first helper',
  ],
  rows,
);

function figuresOf(simulation: Simulation): string[] {
  const weeks = alertsByWeek(simulation);
  const waits = simulation.sos.map(({ answer, at }) => answer.at - at);
  const early = simulation.sos.filter(
    (one) => one.answer.wave === 1 && one.answer.at - one.at < waveDelay(2, one),
  );
  return [
    whole(percentile(weeks, 0.5)),
    whole(percentile(weeks, 0.99)),
    whole(weeks.at(-1) ?? 0),
    whole(overCap(simulation)),
    percent(early.length / simulation.sos.length),
    `${whole(percentile(waits, 0.5) / MINUTE_MS)} min`,
  ];
}

function alertsByWeek({ members, days }: Simulation): Float64Array {
  const weeks = Math.ceil(days / 7) + 1;
  const counts = new Float64Array(members.length * weeks);
  members.forEach(({ alerts }, member) => {
    for (const at of alerts) {
      const week = member * weeks + Math.max(0, Math.floor((at - START) / WEEK_MS));
      counts[week] = (counts[week] ?? 0) + 1;
    }
  });
  return counts;
}

/** Counts alerts that came within 24 hours of as many as the member accepts. */
function overCap({ members }: Simulation): number {
  return members.reduce(
    (sum, { alerts, candidate: { settings } }) =>
      sum +
      alerts.filter((at, index) => {
        const before = settings.alertsPerDay === 0 ? at : alerts[index - settings.alertsPerDay];
        return before !== undefined && before > at - DAY_MS;
      }).length,
    0,
  );
}
