import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { create } from 'zustand';
import { openChat } from '../paths.ts';

export type Place = { path: string; title: string };

const KEPT = 8;
const TITLE = /^(?:\(\d+\+?\) )?(.+) · Guilde$/;

type Visits = { memberId: string | null; places: Place[] };

/** The latest place comes first. They stay in memory only, because titles are private. */
const useVisits = create<Visits>(() => ({ memberId: null, places: [] }));

/** A place is stored on leaving its page, when its title is complete. */
export function useRememberedPlaces(memberId: string): void {
  const { pathname, search } = useLocation();
  useEffect(
    () => () => remember(memberId, pathname + search, TITLE.exec(document.title)?.[1]),
    [memberId, pathname, search],
  );
}

function remember(memberId: string, path: string, title: string | undefined): void {
  if (!title) return;
  useVisits.setState(({ memberId: owner, places }) => {
    const own = owner === memberId ? places : [];
    const others = own.filter((place) => keyOf(place.path) !== keyOf(path));
    return { memberId, places: [{ path, title }, ...others].slice(0, KEPT) };
  });
}

export function useRecentPlaces(memberId: string, max: number): Place[] {
  const { pathname, search } = useLocation();
  const { memberId: owner, places } = useVisits();
  if (owner !== memberId) return [];
  return places.filter(({ path }) => keyOf(path) !== keyOf(pathname + search)).slice(0, max);
}

/** A list with other filters is the same place; two conversations are not. */
function keyOf(path: string): string {
  const [pathname = path, search = ''] = path.split('?');
  return `${pathname} ${openChat({ pathname, search })}`;
}
