import { compareSos } from '@guilde/contracts/sos/ranking.ts';
import { isEnded, type Sos, type SosPage, STATUSES_OF_FILTER } from '@guilde/contracts/sos/rules.ts';
import type { InfiniteData } from '@tanstack/react-query';
import type { SosFilters } from './filters.ts';

export type Feed = InfiniteData<SosPage, string | undefined>;

/** Returns each card once: it may have moved to the next page while loading. */
export function cardsOf(feed: Pick<Feed, 'pages'> | undefined): Sos[] {
  const cards = feed?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}

/** It is null when only the server knows (date, text, the viewer’s specialties). */
export function belongsTo(filters: SosFilters, sos: Sos, memberId: string | undefined): boolean | null {
  if (!STATUSES_OF_FILTER[filters.status].includes(sos.status)) return false;
  if (filters.specialty !== 'all' && !sos.specialties.includes(filters.specialty)) return false;
  if (filters.scope === 'mine' && sos.author?.id !== memberId) return false;
  if (filters.scope === 'matching' && (isEnded(sos) || takesPart(sos, memberId))) return false;
  if (filters.scope === 'unhelped' && (isEnded(sos) || sos.helpers.length > 0 || sos.author?.id === memberId))
    return false;
  return filters.scope === 'matching' || filters.date !== 'all' || filters.q !== '' ? null : true;
}

function takesPart(sos: Sos, memberId: string | undefined): boolean {
  return sos.author?.id === memberId || sos.helpers.some((helper) => helper.id === memberId);
}

/**
 * Inserts or moves a card where the server would. One that belongs after the loaded pages is left out: its
 * page will bring it. An older state changes nothing.
 */
export function mergeSos(feed: Feed, sos: Sos, belongs: boolean): Feed {
  const known = cardsOf(feed).find((card) => card.id === sos.id);
  if (known && isOlder(sos, known)) return feed;
  if (known && belongs && staysInPlace(cardsOf(feed), sos)) {
    return mapPages(feed, (items) => items.map((card) => (card.id === sos.id ? sos : card)));
  }
  const others = known ? withoutSos(feed, sos.id) : feed;
  return belongs ? putIn(others, sos) : others;
}

export function withoutSos(feed: Feed, sosId: string): Feed {
  return mapPages(feed, (items) => items.filter((card) => card.id !== sosId));
}

/** Answers and events may overtake each other. */
export function isOlder(sos: Sos, known: Sos): boolean {
  return Date.parse(sos.updatedAt) < Date.parse(known.updatedAt);
}

function mapPages(feed: Feed, change: (items: Sos[]) => Sos[]): Feed {
  return { ...feed, pages: feed.pages.map((page) => ({ ...page, items: change(page.items) })) };
}

function staysInPlace(cards: Sos[], sos: Sos): boolean {
  const at = cards.findIndex((card) => card.id === sos.id);
  const before = cards[at - 1];
  const after = cards[at + 1];
  return (!before || compareSos(before, sos) <= 0) && (!after || compareSos(sos, after) <= 0);
}

function putIn(feed: Feed, sos: Sos): Feed {
  const follower = cardsOf(feed).find((card) => compareSos(sos, card) <= 0);
  const last = feed.pages.at(-1);
  if (!follower) {
    if (!last || last.nextCursor) return feed;
    return { ...feed, pages: [...feed.pages.slice(0, -1), { ...last, items: [...last.items, sos] }] };
  }
  return mapPages(feed, (items) => {
    const at = items.findIndex((card) => card.id === follower.id);
    return at < 0 ? items : [...items.slice(0, at), sos, ...items.slice(at)];
  });
}

/** Counts the new cards above the last seen one, which wait behind a button so that nothing moves. */
export function arrivalsAbove(cards: Sos[], seen: ReadonlySet<string>, memberId: string): Sos[] {
  const lastSeen = cards.findLastIndex((card) => seen.has(card.id));
  return cards.slice(0, lastSeen + 1).filter((card) => !seen.has(card.id) && card.author?.id !== memberId);
}
