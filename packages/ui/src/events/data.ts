import type {
  addSeatInput,
  answerInput,
  attendanceInput,
  cancelEventInput,
  cohostsInput,
  createEventInput,
  eventNotesInput,
  linkInput,
} from '@guilde/contracts/events/input.ts';
import { type EventDetail, endOf, LINK_BEFORE_MS, type Useful } from '@guilde/contracts/events/rules.ts';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { type ApiClient, call, useApi } from '../api.ts';
import { keepDetail, useDetailAct } from '../detail-act.ts';
import { serverNow } from '../kit/server-time.ts';
import { useAct } from '../mutation.ts';
import { ALL_EVENTS, type EventFilters, filterParams } from './filters.ts';
import { detailKey, listsKey } from './live-events.ts';

const keys = { detailKey, listsKey };

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

/** It is the soonest event that the viewer hosts, comes to or waits for. */
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

function untilNextTurn(event: EventDetail): number | false {
  const start = Date.parse(event.startsAt);
  const turns = [start - LINK_BEFORE_MS, start, endOf(event)].map((at) => at - serverNow());
  const next = turns.find((delay) => delay > 0);
  return next === undefined ? false : Math.min(next + 500, TIMER_MAX_MS);
}

type Acts = ApiClient['events'][':eventId'];
type Param = { eventId: string };
type Of<Schema extends z.ZodType> = z.input<Schema>;

export const eventActs = {
  answer: (event: Acts, param: Param, json: Of<typeof answerInput>) =>
    call(event.answer.$post({ param, json })),
  confirm: (event: Acts, param: Param) => call(event.confirm.$post({ param })),
  cancel: (event: Acts, param: Param, json: Of<typeof cancelEventInput>) =>
    call(event.cancel.$post({ param, json })),
  changeLink: (event: Acts, param: Param, json: Of<typeof linkInput>) =>
    call(event.link.$put({ param, json })),
  chooseCohosts: (event: Acts, param: Param, json: Of<typeof cohostsInput>) =>
    call(event.cohosts.$put({ param, json })),
  addSeat: (event: Acts, param: Param, json: Of<typeof addSeatInput>) =>
    call(event.seats.$post({ param, json })),
  removeSeat: (event: Acts, param: Param, { memberId, reason }: Of<typeof addSeatInput>) =>
    call(event.seats[':memberId'].remove.$post({ param: { ...param, memberId }, json: { reason } })),
  markAttendance: (event: Acts, param: Param, json: Of<typeof attendanceInput>) =>
    call(event.attendance.$post({ param, json })),
  writeNotes: (event: Acts, param: Param, json: Of<typeof eventNotesInput>) =>
    call(event.notes.$post({ param, json })),
  sayUseful: (event: Acts, param: Param, useful: Useful) =>
    call(event.useful.$post({ param, json: { useful } })),
};

export const useEventAct = <Input = void>(
  eventId: string,
  act: (event: Acts, param: Param, input: Input) => Promise<EventDetail>,
  failed = 'Impossible d’enregistrer',
) =>
  useDetailAct(keys, eventId, (api, input: Input) => act(api.events[':eventId'], { eventId }, input), failed);

/** Its refusals stand beside the fields. */
export const useSaveEvent = (isNew: boolean) =>
  useAct((api, event: z.output<typeof createEventInput>) => {
    if (isNew) return call(api.events.$post({ json: event }));
    const { id: eventId, kind: _kind, repeat: _repeat, times: _times, ...json } = event;
    return call(api.events[':eventId'].$put({ param: { eventId }, json }));
  }, keepDetail(keys));
