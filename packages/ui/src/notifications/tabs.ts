/** A tab that the browser had put to sleep sees an event late: it must still find it claimed. */
const TAKEN_MS = 300_000;
const PREFIX = 'guilde:';

/** Locks as signals between tabs: the browser releases them when a tab ends. */
const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
const own = new Map<string, number>();
const taken = new Set<string>();

/** Visible to the other tabs until the returned function is called. */
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

export async function signals(): Promise<Set<string>> {
  const state = await locks?.query();
  const held = (state?.held ?? []).flatMap(({ name }) =>
    name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : [],
  );
  return new Set([...own.keys(), ...held]);
}

/** True in the first tab that asks: only that one notifies of the event. */
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
