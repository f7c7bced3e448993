import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SearchInput, type SearchInputProps } from './search-input.tsx';

const PAUSE_MS = 250;

export type PausedSearchProps = Omit<SearchInputProps, 'value' | 'onChange'> & {
  q: string;
  onSearch: (q: string) => void;
  /** Grows when `q` is set by something else: what was typed and not searched yet no longer counts. */
  resets: number;
};

/** A search box that searches when the person pauses, and follows `q` when that changes otherwise (an address). */
export function PausedSearch({ q, onSearch, resets, ...props }: PausedSearchProps) {
  const [text, setText] = useState(q);
  const searched = useRef(q);
  const seenResets = useRef(resets);
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (q === searched.current && resets === seenResets.current) return;
    searched.current = q;
    seenResets.current = resets;
    setText(q);
  }, [q, resets]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === searched.current) return;
    const timer = setTimeout(() => {
      searched.current = wanted;
      search(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <SearchInput {...props} value={text} onChange={setText} />;
}
