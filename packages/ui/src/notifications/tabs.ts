/** How long other tabs find an event taken: a tab that the browser had put to sleep hears of it late. In milliseconds. */
const TAKEN_MS = 300_000;
const PREFIX = 'guilde:';

/** What tabs of one browser tell each other: a lock is let go by the browser itself when its tab ends. */
const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
const own = new Map<string, number>();
const taken = new Set<string>();

/** Lets the other tabs know that something is true of this one, until the returned function is called. */
export function signal(name: string): () => void {
  own.set(name, (own.get(name) ?? 0) + 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const controller = new AbortController();
  locks
    ?.request(PREFIX + name, { mode: 'shared', signal: controller.signal }, () => promise)
    .catch(() => undefined);
  return () => {
    const left = (own.get(name) ?? 1) - 1;
    if (left > 0) own.set(name, left);
    else own.delete(name);
    controller.abort();
    resolve();
  };
}

/** What is true of some tab now, this one included. */
export async function signals(): Promise<Set<string>> {
  const state = await locks?.query();
  const held = (state?.held ?? []).flatMap(({ name }) =>
    name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : [],
  );
  return new Set([...own.keys(), ...held]);
}

/** True in one tab only, the first that asks: it is the one to speak of the event. */
export async function take(id: string): Promise<boolean> {
  if (taken.has(id)) return false;
  taken.add(id);
  const later = new Promise<void>((resolve) => {
    setTimeout(resolve, TAKEN_MS);
  }).then(() => {
    taken.delete(id);
  });
  if (!locks) return true;
  return new Promise((resolve, reject) => {
    locks
      .request(`${PREFIX}event:${id}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock ? later : undefined;
      })
      .catch(reject);
  });
}
