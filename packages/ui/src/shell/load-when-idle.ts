/** `saveData`: the person asked for as little as possible. Not in every browser. */
type Line = { connection?: { saveData?: boolean } };

/** Fetches code before it is asked for, one after the other while the page rests. What fails is tried when it is needed. */
export function loadWhenIdle(loads: (() => Promise<unknown>)[]): void {
  const [load, ...rest] = loads;
  if (!load || (navigator as Line).connection?.saveData) return;
  const next = () => loadWhenIdle(rest);
  globalThis.requestIdleCallback?.(() => void load().then(next, next));
}
