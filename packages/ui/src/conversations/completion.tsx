import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { announce } from '../kit/announcer.tsx';
import { cn } from '../kit/cn.ts';
import { typeText } from '../kit/type-text.ts';

export type CompletionOption = { key: string; insert: string; content: ReactNode };

/** `find` gets the text between the sign and the caret. */
export type CompletionSource = {
  sign: string;
  label: string;
  find: (query: string) => readonly CompletionOption[];
};

/** `at` is the position of the sign in the text. */
type Token = { at: number; end: number; sign: string; query: string };

const TOKEN = /(?:^|[\s(['"«“‘])([@:])([^\s@:]{0,30})$/u;

function tokenBefore(text: string, caret: number | null): Token | null {
  const match = caret === null ? null : TOKEN.exec(text.slice(0, caret));
  if (!match || caret === null) return null;
  const [, sign = '', query = ''] = match;
  return { at: caret - query.length - 1, end: caret, sign, query };
}

/** The proposals for the word at the caret are above the text field, which keeps the focus. */
export function useCompletion({
  text,
  field,
  sources,
}: {
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  sources: readonly CompletionSource[];
}) {
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const token = tokenBefore(text, caret);
  const source = token && sources.find(({ sign }) => sign === token.sign);
  const options = token && source && token.at !== dismissed ? source.find(token.query) : [];
  const active = Math.min(chosen, options.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;

  const follow = (at: number | null) => {
    if (at === caret) return;
    setCaret(at);
    setChosen(0);
    if (tokenBefore(field.current?.value ?? '', at)?.at !== dismissed) setDismissed(null);
  };
  const insert = ({ insert: word }: CompletionOption) => {
    if (!token || !field.current) return;
    const end = text[token.end] === ' ' ? token.end + 1 : token.end;
    typeText(field.current, `${word} `, [token.at, end]);
    setCaret(null);
  };
  /** Returns true when the list has handled the key. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const option = options[active];
    if (!option || event.nativeEvent.isComposing) return false;
    const { key, shiftKey, ctrlKey, metaKey } = event;
    if (key === 'ArrowDown') setChosen((active + 1) % options.length);
    else if (key === 'ArrowUp') setChosen((active + options.length - 1) % options.length);
    else if ((key === 'Enter' || key === 'Tab') && !shiftKey && !ctrlKey && !metaKey) insert(option);
    else if (key === 'Escape') setDismissed(token?.at ?? null);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const isOpen = options.length > 0;
  return {
    onKeyDown,
    fieldProps: {
      'aria-autocomplete': 'list' as const,
      ...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': optionId(active) }),
      onSelect: () => {
        const { selectionStart = null, selectionEnd = null } = field.current ?? {};
        follow(selectionStart === selectionEnd ? selectionStart : null);
      },
      onBlur: () => follow(null),
    },
    list: isOpen && source && (
      <CompletionList
        id={listId}
        label={source.label}
        options={options}
        active={active}
        optionId={optionId}
        onChoose={insert}
      />
    ),
  };
}

function CompletionList({
  id,
  label,
  options,
  active,
  optionId,
  onChoose,
}: {
  id: string;
  label: string;
  options: readonly CompletionOption[];
  active: number;
  optionId: (index: number) => string;
  onChoose: (option: CompletionOption) => void;
}) {
  useEffect(() => announce(label), [label]);
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 bottom-full z-20 mb-1.5 max-h-60 animate-fade-in overflow-y-auto rounded-lg border bg-popover p-1 text-popover-foreground shadow-soft sm:right-auto sm:min-w-64"
    >
      {options.map((option, index) => (
        <button
          type="button"
          key={option.key}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={cn(
            'flex min-h-9 w-full cursor-default items-center gap-2.5 rounded-md px-2.5 text-left text-sm select-none max-md:min-h-11',
            index === active && 'bg-muted',
          )}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.content}
        </button>
      ))}
    </div>
  );
}
