import { benchmarkAnswersInput } from '@guilde/contracts/benchmarks/input.ts';
import { METRICS } from '@guilde/contracts/benchmarks/metrics.ts';
import { lastWave } from '@guilde/contracts/benchmarks/rules.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { changeCommunity } from '../admin/community.ts';
import { NEW_WAVE, saveAnswers, storeWave } from '../benchmarks/answers.ts';
import { followWaves } from '../benchmarks/waves.ts';
import type { Deps } from '../platform/deps.ts';

const DAY = 24 * 3_600_000;
/** The members who joined last have accounts that are too new. */
const WHO_ANSWER = 0.7;
const ANSWERED_SINCE = 14;

/** One wave is published and one is open, whatever the month of the demonstration. */
export async function compareShops(
  deps: Deps,
  clock: { at: number | null },
  start: number,
  { members, administrator }: { members: readonly Viewer[]; administrator: Viewer },
): Promise<void> {
  clock.at = start - 20 * DAY;
  await changeCommunity.perform(deps, administrator, undefined, { benchmarks: true, competitionRead: true });
  const open = lastWave(start);
  const published = lastWave(open.opensAt - DAY);
  const olderMembers = members.slice(0, Math.floor(members.length * WHO_ANSWER));
  await begin(deps, clock, published.quarter, clock.at);
  await answer(deps, published.quarter, olderMembers);
  clock.at = start - 2 * DAY;
  await followWaves(deps);
  await begin(deps, clock, open.quarter, start - DAY);
  await answer(deps, open.quarter, olderMembers.slice(2, ANSWERED_SINCE));
}

async function begin(
  deps: Deps,
  clock: { at: number | null },
  quarter: string,
  opensAt: number,
): Promise<void> {
  clock.at = opensAt;
  const times = { opensAt, closesAt: opensAt + 15 * DAY, publishesAt: opensAt + 18 * DAY };
  await deps.db.write((tx) => storeWave(tx, { quarter, ...times, ...NEW_WAVE }));
}

/** Each shop has figures of its own, around the middle, and some leave one out. */
async function answer(deps: Deps, quarter: string, members: readonly Viewer[]): Promise<void> {
  for (const [shop, viewer] of members.entries()) {
    const answers = METRICS.flatMap(({ id, bounds }, metric) => {
      const share = (shop * 0.618 + metric * 0.37) % 1;
      const value = Math.round((bounds.usualMax / 4) * (0.6 + 0.8 * share));
      return (shop + metric) % 7 === 0 ? [] : [{ metric: id, value }];
    });
    await saveAnswers(deps, viewer, benchmarkAnswersInput.parse({ quarter, answers, keep: shop < 2 }));
  }
}
