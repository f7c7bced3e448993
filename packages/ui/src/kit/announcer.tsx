import { useEffect, useSyncExternalStore } from 'react';

/** `polite` waits until the screen reader has finished; `assertive` interrupts it, for what cannot wait. */
type Politeness = 'polite' | 'assertive';

type Announcement = { id: number; text: string; politeness: Politeness };

/** How long a text stays in the document, in milliseconds: long enough for a slow screen reader to fetch it. */
const KEPT_MS = 10_000;

let announcements: readonly Announcement[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Announcement[]): void {
  announcements = next;
  for (const listener of listeners) listener();
}

/**
 * Says a text to screen readers, once, without moving the focus: for what happens away from the focus and is visible
 * elsewhere on the screen. The same text may be said again.
 */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  const id = ++lastId;
  change([...announcements, { id, text, politeness }]);
  setTimeout(() => change(announcements.filter((one) => one.id !== id)), KEPT_MS);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/**
 * The regions that screen readers watch. Once in the application and from its start: a region that appears together with
 * its text is not read.
 */
export function Announcer() {
  const all = useSyncExternalStore(subscribe, () => announcements);
  useEffect(() => () => change([]), []);
  return (
    <>
      <Region politeness="polite" announcements={all} />
      <Region politeness="assertive" announcements={all} />
    </>
  );
}

/** Each text is one text node, so that it is read in one piece, and added alone, so that the others are not read again. */
function Region({
  politeness,
  announcements: all,
}: {
  politeness: Politeness;
  announcements: readonly Announcement[];
}) {
  return (
    <div
      data-announcer={politeness}
      aria-live={politeness}
      aria-atomic="false"
      aria-relevant="additions"
      className="sr-only"
    >
      {all
        .filter((one) => one.politeness === politeness)
        .map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
    </div>
  );
}
