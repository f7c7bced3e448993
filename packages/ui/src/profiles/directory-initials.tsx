import type { DirectoryInitial } from '@guilde/contracts/profiles/rules.ts';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { cn } from '../kit/cn.ts';
import { plural } from '../kit/format.ts';

const STEPS: Record<string, number> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  PageDown: 5,
  PageUp: -5,
};

/** It is one slider: a finger slides over letters smaller than itself, and keys move or type a letter. */
export function DirectoryInitials({
  initials,
  current,
  onJump,
  className,
}: {
  initials: readonly DirectoryInitial[];
  current: number;
  onJump: (section: number) => void;
  className?: string;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const { initial = '', count = 0 } = initials[current] ?? {};
  const last = initials.length - 1;
  const jump = (section: number) => onJump(Math.min(last, Math.max(0, section)));
  const jumpTo = ({ currentTarget, clientY }: PointerEvent<HTMLDivElement>) => {
    const letters = currentTarget.querySelectorAll('[data-letter]');
    const below = [...letters].findIndex((letter) => clientY < letter.getBoundingClientRect().bottom);
    jump(below < 0 ? last : below);
  };
  const press = (event: KeyboardEvent) => {
    const section = sectionOfKey(event, initials, current);
    if (section === null) return;
    event.preventDefault();
    jump(section);
  };
  return (
    <div
      ref={bar}
      role="slider"
      tabIndex={0}
      aria-label="Aller à une initiale"
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={current}
      aria-valuetext={`${initial}, ${plural(count, 'membre')}`}
      className={cn(
        'flex w-8 cursor-pointer touch-none flex-col items-stretch justify-center rounded-full py-2 select-none',
        className,
      )}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        jumpTo(event);
      }}
      onPointerMove={(event) => event.buttons > 0 && jumpTo(event)}
    >
      {initials.map((letter, section) => (
        <span
          key={letter.initial}
          data-letter
          aria-hidden
          className={cn(
            'flex max-h-6 min-h-0 flex-1 items-center justify-center overflow-hidden rounded-full text-xs leading-none font-medium',
            section === current
              ? 'bg-primary text-primary-foreground forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
              : 'text-muted-foreground',
          )}
        >
          {letter.initial}
        </span>
      ))}
    </div>
  );
}

/** A typed letter without members leads to the next one that has some. */
function sectionOfKey(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  initials: readonly DirectoryInitial[],
  current: number,
): number | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key in STEPS) return current + (STEPS[key] ?? 0);
  if (key === 'Home') return 0;
  if (key === 'End') return initials.length - 1;
  if (!/^[a-z]$/i.test(key)) return null;
  const found = initials.findIndex(({ initial }) => initial === '#' || initial >= key.toUpperCase());
  return found < 0 ? initials.length - 1 : found;
}
