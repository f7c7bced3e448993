import type { PersistStorage, StorageValue } from 'zustand/middleware';

type Records = Record<string, Record<string, unknown>>;

/**
 * Several windows share this storage: each writes only the entries that it changed, so that none undoes
 * another’s. When storage is full or forbidden, the state stays in memory.
 */
export function sharedStorage<T extends Records>(): PersistStorage<T> {
  let base: Records = {};
  return {
    getItem: (name) => {
      const stored = read<T>(name);
      base = stored?.state ?? {};
      return stored;
    },
    setItem: (name, next) => {
      const state = mergeRecords(read<T>(name)?.state ?? {}, base, next.state);
      base = next.state;
      write(name, { ...next, state });
    },
    removeItem: (name) => {
      base = {};
      attempt(() => localStorage.removeItem(name));
    },
  };
}

type Persisted = { persist: { getOptions: () => { name?: string | undefined }; rehydrate: () => unknown } };

/** The store takes over what another window writes. */
export function followOtherWindows({ persist }: Persisted): void {
  globalThis.window?.addEventListener('storage', ({ key }) => {
    if (key === persist.getOptions().name) persist.rehydrate();
  });
}

export function mergeRecords(stored: Records, base: Records, next: Records): Records {
  const merged: Records = {};
  for (const [name, record] of Object.entries(next)) {
    const before = base[name] ?? {};
    const result = { ...stored[name] };
    for (const [key, value] of Object.entries(record)) if (before[key] !== value) result[key] = value;
    for (const key of Object.keys(before)) if (!(key in record)) delete result[key];
    merged[name] = result;
  }
  return merged;
}

function read<T>(name: string): StorageValue<T> | null {
  return attempt(() => JSON.parse(localStorage.getItem(name) ?? 'null') as StorageValue<T> | null) ?? null;
}

function write(name: string, value: StorageValue<Records>): void {
  attempt(() => localStorage.setItem(name, JSON.stringify(value)));
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
