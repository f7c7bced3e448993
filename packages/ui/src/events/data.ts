import type {
  addSeatInput,
  answerInput,
  attendanceInput,
  cancelEventInput,
  changeEventInput,
  cohostsInput,
  createEventInput,
  eventNotesInput,
} from '@guilde/contracts/events/input.ts';
import { type EventDetail, LINK_BEFORE_MS, type Useful } from '@guilde/contracts/events/rules.ts';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { type ApiClient, call, useApi } from '../api.ts';
import { serverNow } from '../kit/server-time.ts';
import { toast } from '../kit/toast.ts';
import { readAgain, useAct } from '../mutation.ts';
import { failureText } from '../refusals.ts';
import { ALL_EVENTS, type EventFilters, filterParams } from './filters.ts';
import { detailKey, listsKey } from './live-events.ts';

/** A timer of a browser takes no longer delay. */
const TIMER_MAX_MS = 2 ** 31 - 1;

function eventsQuery(api: ApiClient, filters: EventFilters) {
  const { q: _q, ...query } = filterParams(filters);
  return infiniteQueryOptions({
    queryKey: [...listsKey, filters],
    queryFn: ({ pageParam: cursor }) =>
      call(api.events.$get({ query: { ...query, ...(cursor ? { cursor } : {}) } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function useEvents(filters: EventFilters) {
  return useInfiniteQuery({ ...eventsQuery(useApi(), filters), placeholderData: keepPreviousData });
}

/** The soonest of what the viewer hosts, comes to or waits for. */
export function useOwnEvents() {
  const { data } = useInfiniteQuery(eventsQuery(useApi(), { ...ALL_EVENTS, scope: 'mine' }));
  return data?.pages[0]?.items ?? [];
}

/** It is read again when the call opens, the event begins, and when it ends; `now` is when it was read. */
export function useEvent(eventId: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: detailKey(eventId ?? ''),
    enabled: eventId !== undefined,
    queryFn: () => call(api.events[':eventId'].$get({ param: { eventId: eventId ?? '' } })),
    select: withNow,
    refetchInterval: ({ state }) => (state.data ? untilNextTurn(state.data) : false),
  });
}

export type ShownEvent = EventDetail & { now: number };

function withNow(event: EventDetail): ShownEvent {
  return { ...event, now: serverNow() };
}

function untilNextTurn({ startsAt, minutes }: EventDetail): number | false {
  const start = Date.parse(startsAt);
  const turns = [start - LINK_BEFORE_MS, start, start + minutes * 60_000].map((at) => at - serverNow());
  const next = turns.find((delay) => delay > 0);
  return next === undefined ? false : Math.min(next + 500, TIMER_MAX_MS);
}

type Param = { eventId: string };
type Seat = z.input<typeof addSeatInput>;

export const eventActs = {
  change: (api: ApiClient, param: Param, json: z.input<typeof changeEventInput>) =>
    call(api.events[':eventId'].$put({ param, json })),
  answer: (api: ApiClient, param: Param, json: z.input<typeof answerInput>) =>
    call(api.events[':eventId'].answer.$post({ param, json })),
  confirm: (api: ApiClient, param: Param) => call(api.events[':eventId'].confirm.$post({ param })),
  cancel: (api: ApiClient, param: Param, json: z.input<typeof cancelEventInput>) =>
    call(api.events[':eventId'].cancel.$post({ param, json })),
  chooseCohosts: (api: ApiClient, param: Param, json: z.input<typeof cohostsInput>) =>
    call(api.events[':eventId'].cohosts.$put({ param, json })),
  addSeat: (api: ApiClient, param: Param, json: Seat) =>
    call(api.events[':eventId'].seats.$post({ param, json })),
  removeSeat: (api: ApiClient, param: Param, { memberId, reason }: Seat) =>
    call(
      api.events[':eventId'].seats[':memberId'].remove.$post({
        param: { ...param, memberId },
        json: { reason },
      }),
    ),
  markAttendance: (api: ApiClient, param: Param, json: z.input<typeof attendanceInput>) =>
    call(api.events[':eventId'].attendance.$post({ param, json })),
  writeNotes: (api: ApiClient, param: Param, json: z.input<typeof eventNotesInput>) =>
    call(api.events[':eventId'].notes.$post({ param, json })),
  sayUseful: (api: ApiClient, param: Param, useful: Useful) =>
    call(api.events[':eventId'].useful.$post({ param, json: { useful } })),
};

const FAILED = 'Impossible d’enregistrer ta réponse';

/** A refusal says that the event has changed, so that it is read again. */
export function useEventAct<Input = void>(
  eventId: string,
  act: (api: ApiClient, param: Param, input: Input) => Promise<EventDetail>,
) {
  const { mutateAsync, isPending } = useAct(
    (api, input: Input) => act(api, { eventId }, input),
    (queryClient, event) => {
      queryClient.setQueryData(detailKey(eventId), event);
      readAgain(queryClient, listsKey);
    },
  );
  const refetch = useEvent(eventId).refetch;
  const run = async (input: Input, failed = FAILED) => {
    try {
      return await mutateAsync(input);
    } catch (error) {
      toast.error('Erreur', { description: failureText(error, failed) });
      void refetch();
      throw error;
    }
  };
  return { run, isPending };
}

/** Its refusals stand beside the fields. */
export function useSaveEvent(isNew: boolean) {
  return useAct(
    (api, event: z.output<typeof createEventInput>): Promise<EventDetail> => {
      if (isNew) return call(api.events.$post({ json: event }));
      const { id: eventId, kind: _kind, repeat: _repeat, times: _times, ...fields } = event;
      return eventActs.change(api, { eventId }, fields);
    },
    (queryClient, event) => {
      queryClient.setQueryData(detailKey(event.id), event);
      readAgain(queryClient, listsKey);
    },
  );
}
