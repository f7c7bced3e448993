import { AppError } from '@guilde/contracts/errors.ts';

/** After `free` attempts of a key, each waits `step` ms longer, up to `slowest` ms. */
export type ThrottleOptions = { free: number; step: number; slowest: number; waitingMax: number };

type Waiting = { key: string; rank: number; pass: () => void; refuse: (error: Error) => void };
type Queue = { waiting: Waiting[]; pause: number; timer: NodeJS.Timeout };

export type ThrottleQueue = {
  /**
   * Resolves at this attempt's turn. `count` is the number of attempts of `key`.
   * @throws RATE_LIMITED, when another attempt replaced this one.
   */
  take: (key: string, options: ThrottleOptions, count: number, rank: number) => Promise<void>;
  /** Refuses all waiting attempts with UNAVAILABLE. */
  stop: () => void;
};

const WAITING_TOTAL_MAX = 500;

/**
 * Attempts of a key pass one by one, with a pause before each. A full queue drops the worst rank, so that
 * repeated attempts cannot block somebody's first one.
 */
export function createThrottleQueue(): ThrottleQueue {
  const queues = new Map<string, Queue>();
  let total = 0;

  const leave = (one: Waiting) => {
    const queue = queues.get(one.key);
    queue?.waiting.splice(queue.waiting.indexOf(one), 1);
    total--;
    if (queue?.waiting.length === 0) {
      clearTimeout(queue.timer);
      queues.delete(one.key);
    }
  };
  const releaseNext = (key: string) => {
    const queue = queues.get(key);
    if (!queue) return;
    queue.timer = setTimeout(() => releaseNext(key), queue.pause).unref();
    const [next] = queue.waiting.toSorted((one, other) => one.rank - other.rank);
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
  const take: ThrottleQueue['take'] = async (key, options, count, rank) => {
    const pause = Math.min(options.slowest, (count - options.free) * options.step);
    if (pause <= 0) return;
    const seconds = Math.max(1, Math.ceil((pause * options.waitingMax) / 1000));
    const mine = queues.get(key)?.waiting ?? [];
    if (mine.length >= options.waitingMax) makeRoom(mine, rank, seconds);
    else if (total >= WAITING_TOTAL_MAX)
      makeRoom(
        [...queues.values()].flatMap(({ waiting }) => waiting),
        rank,
        seconds,
      );
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queue = queues.get(key) ?? {
      waiting: [],
      pause,
      timer: setTimeout(() => releaseNext(key), pause).unref(),
    };
    queue.pause = pause;
    queues.set(key, queue);
    queue.waiting.push({ key, rank, pass: resolve, refuse: reject });
    total++;
    await promise;
  };
  return {
    take,
    stop: () => {
      for (const one of [...queues.values()].flatMap(({ waiting }) => waiting)) {
        leave(one);
        one.refuse(new AppError('UNAVAILABLE'));
      }
    },
  };
}
