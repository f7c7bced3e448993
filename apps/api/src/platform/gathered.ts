import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Calls `run` once for all items that arrive for one `key` in one turn of the event loop or while a call is
 * running, up to `max`, in order. It resolves with one result for each, or rejects for all.
 */
export function gathered<Key extends object, Item, Result>(
  max: number,
  run: (key: Key, items: Item[]) => Promise<Result[]>,
): (key: Key, item: Item) => Promise<Result> {
  const byKey = new WeakMap<Key, (item: Item) => Promise<Result>>();
  return (key, item) => {
    const known = byKey.get(key) ?? gatheredOne(max, (items: Item[]) => run(key, items));
    byKey.set(key, known);
    return known(item);
  };
}

function gatheredOne<Item, Result>(
  max: number,
  run: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let isRunning = false;

  const runAll = async () => {
    isRunning = true;
    await nextTurn();
    while (waiting.length > 0) {
      const group = waiting.splice(0, max);
      try {
        const results = await run(group.map(({ item }) => item));
        group.forEach(({ resolve }, index) => {
          resolve(results[index] as Result);
        });
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isRunning = false;
  };

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!isRunning) runAll().catch(() => undefined);
    return promise;
  };
}
