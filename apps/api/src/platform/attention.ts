import { randomUUID } from 'node:crypto';
import type { Attention } from '@guilde/contracts/attention.ts';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import type { Live } from './live.ts';

/** Passes on to all clients of a member what one connection says of where they are. Nothing of it is stored. */
export function attentionOf({ id, sessionId }: Viewer, publish: Live['publish']) {
  const connectionId = randomUUID();
  let last: Attention = 'away';
  const said = (state: Attention) => {
    if (state === 'away' && last === 'away') return;
    last = state;
    publish([id], { type: 'attention', sessionId, connectionId, state });
  };
  return { said, ended: () => said('away') };
}
