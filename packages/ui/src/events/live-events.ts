import type { LiveHandlers } from '../live.ts';
import { readAgain } from '../mutation.ts';

/** They stand apart from the queries, because every page has the handlers. */
export const eventsKey = ['events'] as const;
export const listsKey = [...eventsKey, 'list'] as const;
export const detailKey = (eventId: string) => [...eventsKey, 'detail', eventId] as const;

export const eventEvents: LiveHandlers = {
  'event.changed': ({ queryClient }, { eventId }) => readAgain(queryClient, listsKey, detailKey(eventId)),
  resumed: ({ queryClient }) => readAgain(queryClient, eventsKey),
};
