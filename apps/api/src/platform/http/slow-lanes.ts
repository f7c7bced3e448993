import { AppError } from '@guilde/contracts/errors.ts';

/** How attempts of one key are slowed down once `free` of them were made: `step` ms more for each, `slowest` at most. */
export type Pace = { free: number; step: number; slowest: number; waiting: number };

/** Who comes first: the lower the rank, the sooner. */
type Waiting = { key: string; rank: number; pass: () => void; refuse: (error: Error) => void };
type Lane = { waiting: Waiting[]; pause: number; timer: NodeJS.Timeout };

export type SlowLanes = {
  /** Resolves when it is this attempt's turn; `count` is how many there were of `key`. Codes: RATE_LIMITED. */
  take: (key: string, pace: Pace, count: number, rank: number) => Promise<void>;
  /** Sends everybody who waits away: the server is to stop. Codes: UNAVAILABLE. */
  stop: () => void;
};

/** All who wait, whatever for: a rush on thousands of keys must not fill the memory. */
const WAITING_IN_ALL = 500;

/**
 * One attempt of a key after the other, with a pause before each. Nobody is refused for the number of attempts; only so
 * many may wait, and then whoever ranks worst gives way: so those who come again and again cannot keep out one who comes
 * for the first time.
 */
export function createSlowLanes(): SlowLanes {
  const lanes = new Map<string, Lane>();
  let inAll = 0;

  const leave = (one: Waiting) => {
    const lane = lanes.get(one.key);
    lane?.waiting.splice(lane.waiting.indexOf(one), 1);
    inAll--;
    if (lane?.waiting.length === 0) {
      clearTimeout(lane.timer);
      lanes.delete(one.key);
    }
  };
  const letPass = (key: string) => {
    const lane = lanes.get(key);
    if (!lane) return;
    lane.timer = setTimeout(() => letPass(key), lane.pause).unref();
    const [next] = lane.waiting.toSorted((one, other) => one.rank - other.rank);
    if (!next) return;
    leave(next);
    next.pass();
  };
  const makeRoom = (among: Waiting[], rank: number, seconds: number) => {
    const refusal = new AppError('RATE_LIMITED', { seconds });
    const worst = among.reduce((one, other) => (other.rank >= one.rank ? other : one));
    if (worst.rank <= rank) throw refusal;
    leave(worst);
    worst.refuse(refusal);
  };
  const take: SlowLanes['take'] = async (key, pace, count, rank) => {
    const pause = Math.min(pace.slowest, (count - pace.free) * pace.step);
    if (pause <= 0) return;
    const seconds = Math.max(1, Math.ceil((pause * pace.waiting) / 1000));
    const mine = lanes.get(key)?.waiting ?? [];
    if (mine.length >= pace.waiting) makeRoom(mine, rank, seconds);
    else if (inAll >= WAITING_IN_ALL)
      makeRoom(
        [...lanes.values()].flatMap(({ waiting }) => waiting),
        rank,
        seconds,
      );
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const lane = lanes.get(key) ?? {
      waiting: [],
      pause,
      timer: setTimeout(() => letPass(key), pause).unref(),
    };
    lane.pause = pause;
    lanes.set(key, lane);
    lane.waiting.push({ key, rank, pass: resolve, refuse: reject });
    inAll++;
    await promise;
  };
  return {
    take,
    stop: () => {
      for (const one of [...lanes.values()].flatMap(({ waiting }) => waiting)) {
        leave(one);
        one.refuse(new AppError('UNAVAILABLE'));
      }
    },
  };
}
