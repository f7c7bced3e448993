import { secureNavigator } from '../secure-context.ts';

/** A tab that the browser had suspended sees an event late, and must still find it claimed. */
const CLAIM_MS = 300_000;
const PREFIX = 'guilde:';

/** Locks are flags that all tabs see: the browser releases them when a tab ends. */
const { locks } = secureNavigator;
const ownFlags = new Map<string, number>();
const claimed = new Set<string>();

/** The flag stays until the returned function is called. */
export function setFlag(name: string): () => void {
  ownFlags.set(name, (ownFlags.get(name) ?? 0) + 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const controller = new AbortController();
  locks
    ?.request(PREFIX + name, { mode: 'shared', signal: controller.signal }, () => promise)
    .catch(() => undefined);
  return () => {
    const left = (ownFlags.get(name) ?? 1) - 1;
    if (left > 0) ownFlags.set(name, left);
    else ownFlags.delete(name);
    controller.abort();
    resolve();
  };
}

export async function flags(): Promise<Set<string>> {
  const state = await locks?.query();
  const locked = (state?.held ?? []).flatMap(({ name }) =>
    name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : [],
  );
  return new Set([...ownFlags.keys(), ...locked]);
}

/** Only the first tab that asks gets true, and notifies of the event. */
export async function claim(id: string): Promise<boolean> {
  if (claimed.has(id)) return false;
  claimed.add(id);
  const later = new Promise<void>((resolve) => {
    setTimeout(resolve, CLAIM_MS);
  }).then(() => {
    claimed.delete(id);
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
