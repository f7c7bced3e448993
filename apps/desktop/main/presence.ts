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
  /** « Ne pas déranger » is on, or the member looks at the page, which shows news itself, or at another client. */
  isSilent: () => boolean;
  mute: (isMuted: boolean) => void;
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
  let isMuted = false;
  const current = (): PresenceState => {
    if (deps.powerMonitor.getSystemIdleState(PRESENCE_TIMEOUT_MS / 1000) !== 'active') return 'away';
    if (deps.pathInSight() !== null) return 'looking';
    return !isMuted && deps.mayNotify() ? 'near' : 'away';
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
    isSilent: () => isMuted || deps.pathInSight() !== null || others.areIn(['looking'], deps.elapsed()),
    mute: (wanted) => {
      isMuted = wanted;
      changed();
    },
    stop: () => clearInterval(timer),
  };
}
