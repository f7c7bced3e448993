import { type CSSProperties, useState } from 'react';
import { cn } from './cn.ts';

const sizes = {
  xs: 'size-6 text-[0.625rem]',
  sm: 'size-8 text-xs',
  md: 'size-10 text-sm',
  lg: 'size-14 text-lg',
  xl: 'size-24 text-3xl',
};

export type AvatarProps = {
  name: string;
  /** The initials are shown when there is no picture or it does not load. */
  src?: string | null | undefined;
  size?: keyof typeof sizes;
  className?: string;
};

export function Avatar({ name, src, size = 'md', className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const classes = cn(
    'inline-flex shrink-0 items-center justify-center rounded-full select-none forced-colors:border',
    sizes[size],
    className,
  );
  if (src && broken !== src) {
    return (
      <img
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        className={cn(classes, 'bg-muted object-cover')}
        onError={() => setBroken(src)}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={cn(classes, 'font-title font-semibold tint-hue')}
      style={{ '--hue': hueOf(name) } as CSSProperties}
    >
      {initials(name)}
    </span>
  );
}

/** FNV-1a spreads similar names over the sixteen hues. */
function hueOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return ((hash ^ (hash >>> 15)) % 16) * 22.5;
}

const STACKED_MAX = 4;

export function AvatarStack({
  people,
  size = 'sm',
  className,
}: {
  people: readonly { name: string; src?: string | null }[];
  size?: keyof typeof sizes;
  className?: string;
}) {
  const rest = people.length - STACKED_MAX;
  return (
    <span className={cn('flex items-center', size === 'xs' ? '-space-x-1' : '-space-x-2', className)}>
      <span className="sr-only">{people.map((person) => person.name).join(', ')}</span>
      {people.slice(0, STACKED_MAX).map((person) => (
        <Avatar
          key={person.name}
          name={person.name}
          src={person.src}
          size={size}
          className="ring-2 ring-card"
        />
      ))}
      {rest > 0 && (
        <span
          aria-hidden
          className={cn(
            'inline-flex items-center justify-center rounded-full bg-muted text-muted-foreground ring-2 ring-card',
            sizes[size],
          )}
        >
          {`+${rest}`}
        </span>
      )}
    </span>
  );
}

/** « Claire Martin » becomes « CM », and no name becomes « ? ». */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word ? String.fromCodePoint(word.codePointAt(0) ?? 0) : '',
  );
  return letters.join('').toLocaleUpperCase('fr') || '?';
}
