import { followOtherClients } from '@guilde/contracts/live/other-clients.ts';
import {
  type LiveEvent,
  PRESENCE_REPEAT_MS,
  PRESENCE_TIMEOUT_MS,
  type PresenceState,
} from '@guilde/contracts/live/protocol.ts';
import type { AppWindow } from './app-window.ts';
import type { DesktopElectron } from './electron.ts';

export type Presence = {
  onEvent: (event: LiveEvent) => void;
  /** Sends the state if it differs, on focus and blur, lock and unlock. */
  changed: () => void;
  /** The member is in a browser, or in the app on another computer. */
  isElsewhere: () => boolean;
  stop: () => void;
};

type PresenceDeps = {
  powerMonitor: Pick<DesktopElectron['powerMonitor'], 'getSystemIdleState'>;
  pathInSight: AppWindow['pathInSight'];
  mayNotify: () => boolean;
  send: (frame: string) => void;
  elapsed: () => number;
};

/** Other clients of the member silence it, but not where Electron reports `unknown`. */
export function createPresence(deps: PresenceDeps): Presence {
  const others = followOtherClients();
  let sent: PresenceState = 'away';
  const current = (): PresenceState => {
    if (deps.powerMonitor.getSystemIdleState(PRESENCE_TIMEOUT_MS / 1000) !== 'active') return 'away';
    if (deps.pathInSight() !== null) return 'looking';
    return deps.mayNotify() ? 'near' : 'away';
  };
  const send = (state: PresenceState) => {
    sent = state;
    deps.send(JSON.stringify({ type: 'attention', state }));
  };
  const changed = () => {
    const state = current();
    if (state !== sent) send(state);
  };
  const timer = setInterval(() => {
    const state = current();
    if (state !== 'away' || sent !== 'away') send(state);
  }, PRESENCE_REPEAT_MS);
  timer.unref();
  return {
    changed,
    onEvent: (event) => {
      others.onEvent(event, deps.elapsed());
      if (event.type !== 'hello') return;
      // A new connection counts as `away`.
      sent = 'away';
      changed();
    },
    isElsewhere: () => others.areIn(['looking'], deps.elapsed()),
    stop: () => clearInterval(timer),
  };
}
