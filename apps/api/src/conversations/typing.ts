import type { Viewer } from '@guilde/contracts/viewer.ts';
import { and, eq, ne } from 'drizzle-orm';
import type { Queries } from '../platform/database/db.ts';
import type { Deps } from '../platform/deps.ts';
import { conversations, participants } from './tables.ts';

/** A member's signal in a conversation is sent on at most once in this time. */
const TYPING_INTERVAL_MS = 1000;
const REMEMBERED_MAX = 5000;

export function createTypingRelay({ db, clock, live }: Pick<Deps, 'db' | 'clock' | 'live'>) {
  const lastSignal = new Map<string, number>();

  /** This check precedes any query, so that a flood costs nothing. */
  const isTooSoon = (key: string): boolean => {
    const now = clock.elapsed();
    if (now - (lastSignal.get(key) ?? Number.NEGATIVE_INFINITY) < TYPING_INTERVAL_MS) return true;
    if (lastSignal.size >= REMEMBERED_MAX)
      for (const [other, at] of lastSignal) if (now - at >= TYPING_INTERVAL_MS) lastSignal.delete(other);
    lastSignal.set(key, now);
    return false;
  };
  return async (viewer: Viewer, conversationId: string): Promise<void> => {
    if (isTooSoon(`${viewer.id} ${conversationId}`)) return;
    const present = await presentIn(db.orm, conversationId);
    if (!present.includes(viewer.id)) return;
    live.publish(
      present.filter((id) => id !== viewer.id),
      { type: 'typing', conversationId, memberId: viewer.id },
    );
  };
}

async function presentIn(queries: Queries, conversationId: string): Promise<string[]> {
  const rows = await queries
    .select({ id: participants.userId })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .where(
      and(
        eq(participants.conversationId, conversationId),
        eq(participants.isActive, true),
        ne(conversations.status, 'closed'),
      ),
    );
  return rows.map((row) => row.id);
}
