import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SearchInput, type SearchInputProps } from './search-input.tsx';

const DEBOUNCE_MS = 250;

export type DebouncedSearchProps = Omit<SearchInputProps, 'value' | 'onChange'> & {
  q: string;
  onSearch: (q: string) => void;
  /** Increase it when `q` is set from elsewhere, which discards typed text that was not searched yet. */
  resets: number;
};

/**
 * Searches when typing pauses or the focus leaves, and follows `q` (from the address). A search that came after the next
 * page was asked for would be written into that page's address.
 */
export function DebouncedSearch({ q, onSearch, resets, ...props }: DebouncedSearchProps) {
  const [text, setText] = useState(q);
  const searched = useRef(q);
  // `q` has not followed these searches yet. The field may be drawn with one of them after the next was
  // searched.
  const awaited = useRef<string[]>([]);
  const seenResets = useRef(resets);
  const searchNow = () => {
    const wanted = text.trim();
    if (wanted === searched.current) return;
    searched.current = wanted;
    awaited.current.push(wanted);
    onSearch(wanted);
  };
  const searchLater = useEffectEvent(searchNow);
  useEffect(() => {
    const isReset = resets !== seenResets.current;
    const arrived = awaited.current.indexOf(q);
    seenResets.current = resets;
    awaited.current = isReset ? [] : awaited.current.slice(arrived + 1);
    if (!isReset && (arrived >= 0 || q === searched.current)) return;
    awaited.current = [];
    searched.current = q;
    setText(q);
  }, [q, resets]);
  useEffect(() => {
    if (text.trim() === searched.current) return;
    const timer = setTimeout(() => searchLater(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <SearchInput {...props} value={text} onChange={setText} onBlur={searchNow} />;
}
