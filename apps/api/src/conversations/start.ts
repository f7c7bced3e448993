import type { Deps } from '../platform/deps.ts';
import { unreadOf } from './reading.ts';
import { deactivateSilentConversations } from './silence.ts';
import { createTypingRelay } from './typing.ts';

const HOUR_MS = 3_600_000;

/** What conversations do without being asked by HTTP: greet sockets, relay typing, notice silence. */
export function startConversations(deps: Pick<Deps, 'db' | 'clock' | 'live' | 'jobs'>): void {
  deps.live.onHello(async ({ id }) => ({
    type: 'hello',
    memberId: id,
    unread: await unreadOf(deps.db.orm, id),
  }));
  deps.live.onFrame(createTypingRelay(deps));
  deps.jobs.every('conversations.silence', HOUR_MS, () => deactivateSilentConversations(deps));
}
