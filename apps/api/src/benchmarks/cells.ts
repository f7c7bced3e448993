import { METRICS, type MetricId, onGrid } from '@guilde/contracts/benchmarks/metrics.ts';
import { type Answer, BENCHMARK_PEOPLE, type PeopleBand } from '@guilde/contracts/benchmarks/rules.ts';
import { MONTHLY_ORDERS, SECTORS } from '@guilde/contracts/profiles/rules.ts';
import type { Contributor } from './people.ts';
import type { benchmarkCells } from './tables.ts';

const QUARTILES_FROM = 12;
const CROSS_FROM = 10;
/** Below this, who joined or left since the last publication could be read off the difference. */
const STEADY_FROM = 10;
const FEW_CHANGES = 2;

type Cell = Omit<typeof benchmarkCells.$inferSelect, 'quarter'>;
/** The members whose answers count in a cell are never published. */
type Counted = { cell: Cell; memberIds: ReadonlySet<string> };
/** This person counted in a cell of the last publication. */
type Former = { metric: MetricId; key: string; personId: string };

type Shop = Contributor & { value: number };
type Group = { ids: readonly string[]; shops: readonly Shop[] };
type Cross = { sector: Group; band: Group; shops: readonly Shop[] };

/**
 * Computes what is published of a wave (docs/specification.md#benchmarks). Which cells there are depends on who
 * answered, never on a value.
 */
export function cellsOf({
  answers,
  contributors,
  former,
}: {
  answers: readonly Answer[];
  contributors: readonly Contributor[];
  former: readonly Former[];
}): Counted[] {
  const known = new Map(contributors.map((one) => [one.memberId, one]));
  return METRICS.flatMap(({ id: metric }) => {
    const given = answers.flatMap((answer) => {
      const contributor = known.get(answer.memberId);
      return answer.metric === metric && contributor ? [{ ...contributor, value: answer.value }] : [];
    });
    const ofMetric = former.filter((one) => one.metric === metric);
    const before = [...Map.groupBy(ofMetric, ({ key }) => key).values()].map(
      (people) => new Set(people.map(({ personId }) => personId)),
    );
    return [...publishedGroups(onePerPerson(given), before)].map(([key, shops]) => ({
      cell: cellOf(metric, key, shops),
      memberIds: new Set(shops.map(({ memberId }) => memberId)),
    }));
  });
}

/**
 * The person's own shop counts, or else the first of those who count as this person. A mean of them would be
 * no shop's figure and belong to no sector, and a second account must not change what its person says.
 */
function onePerPerson(given: readonly Shop[]): Shop[] {
  const ordered = given.toSorted((one, other) => (one.memberId < other.memberId ? -1 : 1));
  return [...Map.groupBy(ordered, ({ personId }) => personId)].flatMap(
    ([personId, shops]) => shops.find(({ memberId }) => memberId === personId) ?? shops.slice(0, 1),
  );
}

function publishedGroups(
  shops: readonly Shop[],
  before: readonly ReadonlySet<string>[],
): Map<string, readonly Shop[]> {
  const isTooClose = (group: Pick<Group, 'shops'>) => {
    const now = new Set(group.shops.map(({ personId }) => personId));
    return now.size < STEADY_FROM && before.some((then) => isFewChanges(now.symmetricDifference(then).size));
  };
  const published = new Map<string, readonly Shop[]>();
  if (!isEnough({ shops }) || isTooClose({ shops })) return published;
  published.set('all', shops);
  const sectors = joinWhile(sectorGroups(shops), isTooClose, joinSmallest);
  let bands = joinWhile(bandGroups(shops), isTooClose, joinNext);
  while (bands.length > 1 && !isSafe(sectors, bands, [])) bands = joinNext(bands, smallest(bands));
  for (const sector of alone(sectors)) published.set(`sector:${nameOf(sector)}`, sector.shops);
  for (const band of alone(bands)) published.set(`band:${nameOf(band)}`, band.shops);
  for (const { sector, band, shops: both } of crosses(sectors, bands))
    published.set(`cross:${nameOf(sector)}|${nameOf(band)}`, both);
  return published;
}

const isFewChanges = (count: number) => count > 0 && count <= FEW_CHANGES;
const isEnough = ({ shops }: Pick<Group, 'shops'>) => shops.length >= BENCHMARK_PEOPLE;
const isNobodyOrEnough = (count: number) => count === 0 || count >= BENCHMARK_PEOPLE;

function groupsBy(
  shops: readonly Shop[],
  kind: 'sector' | 'band',
  options: readonly { id: string }[],
): Group[] {
  return options
    .map(({ id }) => ({ ids: [id], shops: shops.filter((shop) => shop[kind] === id) }))
    .filter(({ shops: inside }) => inside.length > 0);
}

/** Small sectors are joined in the fixed order until they are enough, what remains with the smallest group. */
function sectorGroups(all: readonly Shop[]): readonly Group[] {
  const groups = groupsBy(all, 'sector', SECTORS);
  const enough = groups.filter(isEnough);
  let rest: Group | null = null;
  for (const small of groups.filter((group) => !isEnough(group))) {
    rest = rest ? joined(rest, small) : small;
    if (!isEnough(rest)) continue;
    enough.push(rest);
    rest = null;
  }
  return rest ? joinSmallest([...enough, rest], rest) : enough;
}

function bandGroups(all: readonly Shop[]): readonly Group[] {
  return joinWhile(groupsBy(all, 'band', MONTHLY_ORDERS), (group) => !isEnough(group), joinNext);
}

type Join = (groups: readonly Group[], one: Group) => Group[];

function joinWhile(
  groups: readonly Group[],
  isWrong: (group: Group) => boolean,
  join: Join,
): readonly Group[] {
  const wrong = groups.length > 1 ? groups.find(isWrong) : undefined;
  return wrong ? joinWhile(join(groups, wrong), isWrong, join) : groups;
}

function joinSmallest(groups: readonly Group[], one: Group): Group[] {
  const others = groups.filter((group) => group !== one);
  const other = smallest(others);
  return others.map((group) => (group === other ? joined(group, one) : group));
}

/** The last is joined with the one before it. */
function joinNext(groups: readonly Group[], one: Group): Group[] {
  const at = Math.min(groups.indexOf(one), groups.length - 2);
  const [first, second] = groups.slice(at, at + 2) as [Group, Group];
  return [...groups.slice(0, at), joined(first, second), ...groups.slice(at + 2)];
}

function smallest(groups: readonly Group[]): Group {
  return groups.reduce((least, group) => (group.shops.length < least.shops.length ? group : least));
}

function joined(one: Group, other: Group): Group {
  return { ids: [...one.ids, ...other.ids], shops: [...one.shops, ...other.shops] };
}

/** The order of the ids does not tell in which order they were joined. */
function nameOf({ ids }: Group): string {
  return [...SECTORS, ...MONTHLY_ORDERS].flatMap(({ id }) => (ids.includes(id) ? [id] : [])).join('+');
}

/** A single group is the whole community once more. */
const alone = (groups: readonly Group[]) => (groups.length > 1 ? groups : []);

/** Each sector has at most one, with the band of most of its shops that leaves enough people in all others. */
function crosses(sectors: readonly Group[], bands: readonly Group[]): Cross[] {
  const found: Cross[] = [];
  for (const sector of alone(sectors)) {
    const cross = alone(bands)
      .map((band) => ({
        ...{ sector, band },
        shops: sector.shops.filter((shop) => band.ids.includes(shop.band)),
      }))
      .filter(({ shops }) => shops.length >= CROSS_FROM && shops.length < sector.shops.length)
      .sort((one, other) => other.shops.length - one.shops.length)
      .find((one) => isSafe(sectors, bands, [...found, one]));
    if (cross) found.push(cross);
  }
  return found;
}

/**
 * Holds when every set of people that could be had by adding and subtracting cells is empty or enough people, as
 * if cells were sums. What remains of sectors and bands without the cross cells gives such a set wherever some
 * bands lie within some sectors.
 */
function isSafe(
  sectors: readonly Group[],
  bands: readonly Group[],
  crossed: readonly Pick<Cross, 'shops'>[],
): boolean {
  const taken = new Set(crossed.flatMap(({ shops }) => shops));
  const remaining = ({ shops }: Group) => shops.filter((shop) => !taken.has(shop));
  const rows = sectors.map(remaining);
  if (!rows.every(({ length }) => isNobodyOrEnough(length))) return false;
  const choices = subsets(bands.map(remaining));
  return choices.every((choice) => {
    const inside = new Set(choice);
    const around = rows.filter((row) => row.some((shop) => inside.has(shop))).flat();
    return isNobodyOrEnough(around.length - inside.size);
  });
}

function subsets([first, ...others]: readonly Shop[][]): Shop[][] {
  if (!first) return [[]];
  return subsets(others).flatMap((set) => [set, [...first, ...set]]);
}

function cellOf(metric: MetricId, key: string, shops: readonly Shop[]): Cell {
  const values = shops.map(({ value }) => value).sort((one, other) => one - other);
  const { length } = values;
  const ranks = length % 2 === 1 ? 3 : 4;
  const quarter = Math.round((length - 1) / 4);
  const mean = (first: number, count: number) => {
    const chosen = values.slice(first, first + count);
    return onGrid(metric, chosen.reduce((sum, value) => sum + value, 0) / count);
  };
  const hasQuartiles = length >= QUARTILES_FROM;
  return {
    ...{ metric, key, people: peopleBand(length) },
    centre: mean((length - ranks) / 2, ranks),
    q1: hasQuartiles ? mean(quarter - 1, 3) : null,
    q3: hasQuartiles ? mean(length - quarter - 2, 3) : null,
  };
}

function peopleBand(count: number): PeopleBand {
  if (count >= 50) return '50+';
  if (count >= 20) return '20-49';
  return count >= 10 ? '10-19' : '5-9';
}
