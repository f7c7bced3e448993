import { cn } from './cn.ts';

const COUNTED_MAX = 99;

/** Renders nothing at zero. Screen readers ignore the number unless `label` says what is counted. */
export function CountBadge({
  count,
  label,
  className,
}: {
  count: number;
  label?: string;
  className?: string;
}) {
  if (count <= 0) return null;
  return (
    <span
      data-slot="count"
      className={cn(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-accent-foreground tabular-nums',
        className,
      )}
    >
      <span aria-hidden>{count > COUNTED_MAX ? `${COUNTED_MAX}+` : count}</span>
      {label && <span className="sr-only">{`, ${count} ${label}`}</span>}
    </span>
  );
}

/** `label` says what is new to screen readers. */
export function NewsDot({ label, className }: { label: string; className?: string }) {
  return (
    <span
      data-slot="dot"
      className={cn('size-2.5 rounded-full bg-accent forced-colors:bg-[Highlight]', className)}
    >
      <span className="sr-only">{`, ${label}`}</span>
    </span>
  );
}
