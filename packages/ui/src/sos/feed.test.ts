import type { Account } from '@guilde/contracts/auth/rules.ts';
import type { MemberRef } from '@guilde/contracts/profiles/rules.ts';
import type { Sos, SosDetail, SosPage } from '@guilde/contracts/sos/rules.ts';
import { describe, expect, test } from 'vitest';
import { accountKey, createQueryClient } from '../api.ts';
import { applySos, sosEvents, sosFeedQuery } from './data.ts';
import { arrivalsAbove, belongsTo, cardsOf, type Feed, mergeSos } from './feed.ts';
import { ALL_SOS, filterParams, filtersOf, type SosFilters } from './filters.ts';

const claire = member('claire');
const karim = member('karim');

function member(id: string): MemberRef {
  return { id, firstName: id, lastName: '', storeName: '', avatarUrl: null, isCertified: true };
}

function sos(id: string, createdAt: string, changes: Partial<Sos> = {}): Sos {
  const card: Partial<Sos> = {
    id,
    author: { ...claire, specialties: [] },
    title: id,
    category: 'ads',
    specialties: ['ads'],
    isUrgent: false,
    status: 'open',
    filesCount: 0,
    viewsCount: 0,
    responsesCount: 0,
    conversation: null,
    helpers: [],
    createdAt,
    updatedAt: createdAt,
    closedByTeam: false,
    ...changes,
  };
  return card as Sos;
}

const morning = '2026-11-17T08:00:00.000Z';
const noon = '2026-11-17T11:00:00.000Z';
const evening = '2026-11-17T18:00:00.000Z';
const dayBefore = '2026-11-16T12:00:00.000Z';

function feed(items: Sos[], nextCursor: string | null = null): Feed {
  return { pages: [{ items, nextCursor }], pageParams: [undefined] };
}

const idsOf = (list: Feed) => cardsOf(list).map((card) => card.id);

describe('folding an SOS into the feed', () => {
  test('a new one comes first among those of its day', () => {
    const list = feed([sos('noon', noon), sos('yesterday', dayBefore)]);
    expect(idsOf(mergeSos(list, sos('evening', evening), true))).toEqual(['evening', 'noon', 'yesterday']);
  });

  test('an urgent one of the day stays above a newer one that is not', () => {
    const list = feed([sos('urgent', morning, { isUrgent: true }), sos('noon', noon)]);
    expect(idsOf(mergeSos(list, sos('evening', evening), true))).toEqual(['urgent', 'evening', 'noon']);
  });

  test('an urgent one of the day before does not pass those of today', () => {
    const list = feed([sos('noon', noon)]);
    const urgent = sos('urgent', dayBefore, { isUrgent: true });
    expect(idsOf(mergeSos(list, urgent, true))).toEqual(['noon', 'urgent']);
  });

  test('the day is that of Paris', () => {
    const list = feed([sos('late', '2026-11-17T22:30:00.000Z')]);
    const afterMidnight = sos('after midnight', '2026-11-17T23:30:00.000Z');
    const urgent = sos('urgent', '2026-11-17T20:00:00.000Z', { isUrgent: true });
    const folded = mergeSos(mergeSos(list, urgent, true), afterMidnight, true);
    expect(idsOf(folded)).toEqual(['after midnight', 'urgent', 'late']);
  });

  test('an urgent one that is resolved goes back to its place in time', () => {
    const urgent = sos('urgent', morning, { isUrgent: true });
    const list = feed([urgent, sos('evening', evening), sos('noon', noon)]);
    const resolved = { ...urgent, status: 'resolved' as const, updatedAt: evening, resolvedAt: evening };
    expect(idsOf(mergeSos(list, resolved, true))).toEqual(['evening', 'noon', 'urgent']);
  });

  test('one that no longer belongs leaves, across pages', () => {
    const list: Feed = {
      pages: [
        { items: [sos('evening', evening)], nextCursor: 'more' },
        { items: [sos('noon', noon)], nextCursor: null },
      ],
      pageParams: [undefined, 'more'],
    };
    expect(idsOf(mergeSos(list, sos('noon', noon, { status: 'resolved' }), false))).toEqual(['evening']);
  });

  test('one that comes after what is loaded waits for its page', () => {
    expect(idsOf(mergeSos(feed([sos('noon', noon)], 'more'), sos('old', dayBefore), true))).toEqual(['noon']);
    expect(idsOf(mergeSos(feed([sos('noon', noon)]), sos('old', dayBefore), true))).toEqual(['noon', 'old']);
  });

  test('one that two pages hold is shown once', () => {
    const twice: Feed = {
      pages: [
        { items: [sos('noon', noon)], nextCursor: 'more' },
        { items: [sos('noon', noon), sos('old', dayBefore)], nextCursor: null },
      ],
      pageParams: [undefined, 'more'],
    };
    expect(idsOf(twice)).toEqual(['noon', 'old']);
  });

  test('an older state changes nothing', () => {
    const known = sos('noon', noon, { status: 'in_progress', updatedAt: evening });
    const list = feed([known]);
    expect(mergeSos(list, sos('noon', noon), true)).toBe(list);
  });
});

describe('which list an SOS belongs to', () => {
  const inList = (filters: Partial<SosFilters>, changes: Partial<Sos> = {}, viewer = 'karim') =>
    belongsTo({ ...ALL_SOS, ...filters }, sos('one', noon, changes), viewer);

  test.each([
    [{}, {}, true],
    [{ status: 'ongoing' }, {}, false],
    [{ status: 'ongoing' }, { status: 'in_progress' }, true],
    [{ status: 'unresolved' }, { status: 'closed' }, false],
    [{ specialty: 'seo' }, {}, false],
    [{ specialty: 'ads' }, {}, true],
    [{ scope: 'mine' }, {}, false],
    [{ q: 'compte' }, {}, null],
    [{ date: 'week' }, {}, null],
    [{ scope: 'matching' }, {}, null],
    [{ scope: 'matching' }, { status: 'resolved' }, false],
    [{ scope: 'matching' }, { helpers: [karim] }, false],
    [{ q: 'compte', status: 'resolved' }, {}, false],
  ] as const)('%j holds %j: %s', (filters, changes, expected) => {
    expect(inList(filters, { ...changes, helpers: 'helpers' in changes ? [...changes.helpers] : [] })).toBe(
      expected,
    );
  });

  test('one’s own SOS is among « Les miens » and never « Pour moi »', () => {
    expect(inList({ scope: 'mine' }, {}, 'claire')).toBe(true);
    expect(inList({ scope: 'matching' }, {}, 'claire')).toBe(false);
  });
});

describe('state and event', () => {
  function loaded() {
    const queryClient = createQueryClient();
    queryClient.setQueryData(accountKey, { id: 'karim' } as Account);
    const keyOf = (filters: Partial<SosFilters>) =>
      sosFeedQuery({} as Parameters<typeof sosFeedQuery>[0], { ...ALL_SOS, ...filters }).queryKey;
    const show = (filters: Partial<SosFilters>, items: Sos[]) =>
      queryClient.setQueryData(keyOf(filters), feed(items));
    const shown = (filters: Partial<SosFilters>) =>
      cardsOf(queryClient.getQueryData<Feed>(keyOf(filters))).map((card) => card.id);
    const isAskedAgain = (filters: Partial<SosFilters>) =>
      queryClient.getQueryState(keyOf(filters))?.isInvalidated ?? false;
    return { queryClient, keyOf, show, shown, isAskedAgain };
  }

  test('one event brings every loaded list to its fresh state', () => {
    const { queryClient, show, shown, isAskedAgain } = loaded();
    const one = sos('one', noon);
    show({}, [one]);
    show({ status: 'unresolved' }, [one]);
    show({ status: 'resolved' }, []);
    show({ q: 'one' }, [one]);
    show({ q: 'two' }, []);
    applySos(queryClient, { ...one, status: 'resolved', updatedAt: evening, resolvedAt: evening });
    expect(shown({})).toEqual(['one']);
    expect(shown({ status: 'unresolved' })).toEqual([]);
    expect(shown({ status: 'resolved' })).toEqual(['one']);
    expect(shown({ q: 'one' })).toEqual(['one']);
    expect(isAskedAgain({ q: 'one' })).toBe(false);
    expect(isAskedAgain({ q: 'two' })).toBe(true);
  });

  test('a look by somebody does not make lists ask the server again and again', () => {
    const { queryClient, show, isAskedAgain } = loaded();
    const one = sos('one', noon);
    applySos(queryClient, one);
    show({ q: 'two' }, []);
    applySos(queryClient, { ...one, viewsCount: 1 });
    expect(isAskedAgain({ q: 'two' })).toBe(false);
  });

  test('the detail keeps its text when a card comes, and lists do not take the text of a detail', () => {
    const { queryClient, show, shown } = loaded();
    const detail: SosDetail = { ...sos('one', noon), description: 'Tout le texte', additions: [], files: [] };
    show({}, []);
    applySos(queryClient, detail);
    const { description: _text, additions: _additions, files: _files, ...card } = detail;
    applySos(queryClient, { ...card, viewsCount: 3 });
    expect(queryClient.getQueryData(['sos', 'detail', 'one'])).toEqual({ ...detail, viewsCount: 3 });
    expect(shown({})).toEqual(['one']);
    const [list] = queryClient.getQueriesData<Feed>({ queryKey: ['sos', 'feed'] });
    expect(cardsOf(list?.[1])).toEqual([{ ...card, viewsCount: 3 }]);
  });

  test('an answer that was on its way when the event came does not undo it', async () => {
    const { queryClient, keyOf, shown } = loaded();
    const answer = Promise.withResolvers<SosPage>();
    const fetching = queryClient.fetchInfiniteQuery({
      queryKey: keyOf({}),
      queryFn: () => answer.promise,
      initialPageParam: undefined,
      getNextPageParam: () => undefined,
    });
    const one = sos('one', noon);
    applySos(queryClient, { ...one, status: 'in_progress', updatedAt: evening });
    applySos(queryClient, sos('two', evening));
    answer.resolve({ items: [one], nextCursor: null });
    await fetching;
    await expect.poll(() => shown({})).toEqual(['two', 'one']);
    const [list] = queryClient.getQueriesData<Feed>({ queryKey: keyOf({}) });
    expect(cardsOf(list?.[1]).map((card) => card.status)).toEqual(['open', 'in_progress']);
  });

  test('a removed SOS leaves every list', () => {
    const { queryClient, show, shown } = loaded();
    show({}, [sos('one', noon)]);
    const context = { queryClient, api: {} as never, memberId: 'karim' };
    sosEvents['sos.removed']?.(context, { type: 'sos.removed', sosId: 'one' });
    expect(shown({})).toEqual([]);
  });
});

describe('what others post above the reader', () => {
  const cards = [
    sos('new', evening, { author: { ...karim, specialties: [] } }),
    sos('seen', noon),
    sos('next', dayBefore),
  ];

  test('waits, while the next page does not', () => {
    expect(arrivalsAbove(cards, new Set(['seen']), 'claire').map((card) => card.id)).toEqual(['new']);
  });

  test('one’s own SOS does not wait', () => {
    expect(arrivalsAbove(cards, new Set(['seen']), 'karim')).toEqual([]);
  });

  test('nothing waits in a list that was not seen before', () => {
    expect(arrivalsAbove(cards, new Set(), 'claire')).toEqual([]);
  });
});

test('filters go through the address and back; what it says wrongly counts as not said', () => {
  const filters: SosFilters = { ...ALL_SOS, status: 'ongoing', specialty: 'seo', q: 'TVA' };
  expect(filtersOf(new URLSearchParams(filterParams(filters)))).toEqual(filters);
  expect(filterParams(ALL_SOS)).toEqual({});
  expect(filtersOf(new URLSearchParams({ date: 'never', status: '' }))).toEqual(ALL_SOS);
});
