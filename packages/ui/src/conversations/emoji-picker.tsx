import { useEffect, useMemo, useState } from 'react';
import type { CompletionSource } from './completion.tsx';
import type { emojisOf } from './emoji.ts';

/** One letter finds too many, and « :) » is no name. */
const LETTERS_MIN = 2;

/** Finds emojis by French names after a colon; the table of names is loaded with the first colon. */
export function useEmojiSource(text: string): CompletionSource {
  const [find, setFind] = useState<typeof emojisOf | null>(null);
  const isWanted = text.includes(':');
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    import('./emoji.ts').then((table) => isHere && setFind(() => table.emojisOf)).catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  return useMemo(
    () => ({
      sign: ':',
      label: 'Choisir un émoji',
      find: (query) =>
        query.length < LETTERS_MIN || !find
          ? []
          : find(query).map(({ emoji, name }) => ({
              key: emoji,
              insert: emoji,
              content: (
                <>
                  <span aria-hidden className="w-6 text-center text-lg leading-none">
                    {emoji}
                  </span>
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                </>
              ),
            })),
    }),
    [find],
  );
}
