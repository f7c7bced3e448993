import { ATTENTION_MS, ATTENTION_REPEAT_MS, type Attention } from '@guilde/contracts/attention.ts';
import type { LiveEvent } from '@guilde/contracts/events.ts';
import { followOtherClients } from '@guilde/contracts/other-clients.ts';
import type { AppWindow } from './app-window.ts';
import type { DesktopElectron } from './electron.ts';

export type AttentionKeeper = {
  onEvent: (event: LiveEvent) => void;
  /** Says it at once if it has changed: on focus and blur, lock and unlock. */
  changed: () => void;
  /** The member is looking at another of their clients: a browser, the app on another computer. */
  isElsewhere: () => boolean;
  stop: () => void;
};

type AttentionDeps = {
  powerMonitor: Pick<DesktopElectron['powerMonitor'], 'getSystemIdleState'>;
  pathInSight: AppWindow['pathInSight'];
  /** The app would tell of an event now. */
  mayNotify: () => boolean;
  send: (frame: string) => void;
  now: () => number;
};

/**
 * Tells the member's other clients whether the person is at this computer, where the app notifies by itself, and hears
 * from them whether it need not. Electron reports `unknown` where a system does not say: nobody is silenced then.
 */
export function createAttention(deps: AttentionDeps): AttentionKeeper {
  const others = followOtherClients();
  let sent: Attention = 'away';
  const current = (): Attention => {
    if (deps.powerMonitor.getSystemIdleState(ATTENTION_MS / 1000) !== 'active') return 'away';
    if (deps.pathInSight() !== null) return 'looking';
    return deps.mayNotify() ? 'near' : 'away';
  };
  const send = (state: Attention) => {
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
  }, ATTENTION_REPEAT_MS);
  timer.unref();
  return {
    changed,
    onEvent: (event) => {
      others.onEvent(event, deps.now());
      if (event.type !== 'hello') return;
      // A connection begins as one that is away.
      sent = 'away';
      changed();
    },
    isElsewhere: () => others.areIn(['looking'], deps.now()),
    stop: () => clearInterval(timer),
  };
}
