import type { LiveHandlers } from '../live.ts';
import { tellAtOnce } from '../live-notices.ts';
import { readAgain } from '../mutation.ts';

/** They stand apart from the queries, because every page has the handlers. */
export const eventsKey = ['events'] as const;
export const listsKey = [...eventsKey, 'list'] as const;
export const detailKey = (eventId: string) => [...eventsKey, 'detail', eventId] as const;

export const eventEvents: LiveHandlers = {
  'event.changed': ({ queryClient }, { eventId }) => readAgain(queryClient, listsKey, detailKey(eventId)),
  'event.told': (_context, { id, eventId, title, body }) =>
    tellAtOnce({
      id,
      announcedAs: `${title}. ${body}`,
      title,
      description: body,
      sosId: null,
      eventId,
      action: 'event',
      shownOn: ['event'],
    }),
  resumed: ({ queryClient }) => readAgain(queryClient, eventsKey),
};
