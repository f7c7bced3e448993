import { randomUUID } from 'node:crypto';
import type { Viewer } from '@guilde/contracts/viewer.ts';
import { createAnnouncement } from '../admin/announcements.ts';
import { readAnnouncements } from '../announcements/announcements.ts';
import type { Deps } from '../platform/deps.ts';
import { DEMO_DESK } from './data.ts';

/** `at` moves the clock to so many hours ago. */
export async function announceToMembers(
  deps: Deps,
  at: (hoursAgo: number) => void,
  administrator: Viewer,
  members: readonly Viewer[],
): Promise<void> {
  for (const { hoursAgo, unreadOneIn, scheduledInHours, ...texts } of DEMO_DESK.announcements) {
    at(hoursAgo);
    const id = randomUUID();
    const scheduledAt = scheduledInHours
      ? new Date(deps.clock.now() + scheduledInHours * 3_600_000).toISOString()
      : null;
    const channels = { audience: 'everyone', filters: null, push: true, mail: false } as const;
    await createAnnouncement.perform(deps, administrator, undefined, {
      id,
      ...texts,
      ...channels,
      memberIds: [],
      scheduledAt,
    });
    await deps.jobs.drain();
    if (scheduledAt) continue;
    // The second member is the one whom the demo lets sign in: her banner shows.
    const readers = members.filter((_, index) => index % unreadOneIn !== 1);
    await Promise.all(readers.map((reader) => readAnnouncements(deps, reader, [id])));
  }
}
