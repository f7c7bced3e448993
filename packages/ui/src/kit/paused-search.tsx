import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SearchInput, type SearchInputProps } from './search-input.tsx';

const PAUSE_MS = 250;

/** A search box that searches when the person pauses, and follows `q` when that changes otherwise (an address). */
export function PausedSearch({
  q,
  onSearch,
  ...props
}: Omit<SearchInputProps, 'value' | 'onChange'> & { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  const searched = useRef(q);
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (q === searched.current) return;
    searched.current = q;
    setText(q);
  }, [q]);
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
