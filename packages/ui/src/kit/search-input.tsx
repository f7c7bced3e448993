import { Search, X } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { cn } from './cn.ts';
import { Input } from './input.tsx';
import { letterShortcutOf, useLetterShortcuts } from './letter-shortcuts.ts';
import { useKeyDown } from './use-key-down.ts';

export type SearchInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> & {
  value: string;
  onChange: (value: string) => void;
  label: string;
};

/** `/` focuses it from anywhere on the page, Escape empties it. */
export function SearchInput({ value, onChange, label, className, ...props }: SearchInputProps) {
  const box = useRef<HTMLInputElement>(null);
  const hasShortcut = useLetterShortcuts(({ areOn }) => areOn);
  useKeyDown((event) => {
    if (letterShortcutOf(event) !== '/' || isTyping(event.target)) return;
    event.preventDefault();
    box.current?.focus();
    box.current?.select();
  });
  const clear = () => {
    onChange('');
    box.current?.focus();
  };
  return (
    <search className={cn('relative block', className)}>
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground" />
      <Input
        placeholder="Rechercher"
        autoComplete="off"
        enterKeyHint="search"
        {...props}
        ref={box}
        type="search"
        aria-label={label}
        aria-keyshortcuts={hasShortcut ? '/' : undefined}
        className="px-9"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !value) return;
          // Escape must not also close a panel.
          event.preventDefault();
          clear();
        }}
      />
      {value ? (
        <button
          type="button"
          aria-label="Effacer la recherche"
          className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded-md text-muted-foreground hover:text-foreground"
          onClick={clear}
        >
          <X className="size-4" />
        </button>
      ) : hasShortcut ? (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded-sm border px-1.5 font-sans text-xs text-muted-foreground md:block"
        >
          /
        </kbd>
      ) : null}
    </search>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
