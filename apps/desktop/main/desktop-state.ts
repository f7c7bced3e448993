import type { DesktopState } from '../bridge.ts';

export type StateHolder = { get: () => DesktopState; set: (change: Partial<DesktopState>) => void };

export function createState(initial: DesktopState, changed: (state: DesktopState) => void): StateHolder {
  let state = initial;
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change };
      changed(state);
    },
  };
}
