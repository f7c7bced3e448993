import { useEffect } from 'react';
import { create } from 'zustand';

type Announcement = { id: number; text: string };

/** A slow screen reader has this long to fetch the text. */
const KEPT_MS = 10_000;

const useAnnouncements = create<{ all: readonly Announcement[] }>(() => ({ all: [] }));
let lastId = 0;

/** Announces a visible change away from the focus. The same text may be repeated. */
export function announce(text: string): void {
  const id = ++lastId;
  useAnnouncements.setState(({ all }) => ({ all: [...all, { id, text }] }));
  setTimeout(
    () => useAnnouncements.setState(({ all }) => ({ all: all.filter((one) => one.id !== id) })),
    KEPT_MS,
  );
}

/**
 * Render it once, from the start: a live region that appears together with its text is not read. Each text is
 * one node, so that it is read in one piece and the others are not read again.
 */
export function Announcer() {
  const { all } = useAnnouncements();
  useEffect(() => () => useAnnouncements.setState({ all: [] }), []);
  return (
    <div data-announcer aria-live="polite" aria-atomic="false" aria-relevant="additions" className="sr-only">
      {all.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
