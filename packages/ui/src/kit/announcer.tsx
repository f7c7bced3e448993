import { useEffect, useSyncExternalStore } from 'react';

/** `assertive` interrupts the screen reader. */
type Politeness = 'polite' | 'assertive';

type Announcement = { id: number; text: string; politeness: Politeness };

/** A slow screen reader has this long to fetch the text. */
const KEPT_MS = 10_000;

let announcements: readonly Announcement[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Announcement[]): void {
  announcements = next;
  for (const listener of listeners) listener();
}

/** Announces a visible change away from the focus. The same text may be repeated. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  const id = ++lastId;
  change([...announcements, { id, text, politeness }]);
  setTimeout(() => change(announcements.filter((one) => one.id !== id)), KEPT_MS);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Render it once, from the start: a live region that appears together with its text is not read. */
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

/** Each text is one node, so that it is read in one piece and the others are not read again. */
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
