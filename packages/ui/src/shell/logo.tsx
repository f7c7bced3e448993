import { cn } from '../kit/cn.ts';

/** The drawing is that of resources/logo.svg, in the theme’s colours. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={cn('size-8 shrink-0', className)}>
      <path
        className="fill-primary"
        d="M32 3.6A7.9 7.9 0 0 1 42.9 5.8A7.9 7.9 0 0 1 52.1 11.9A7.9 7.9 0 0 1 58.2 21.1A7.9 7.9 0 0 1 60.4 32A7.9 7.9 0 0 1 58.2 42.9A7.9 7.9 0 0 1 52.1 52.1A7.9 7.9 0 0 1 42.9 58.2A7.9 7.9 0 0 1 32 60.4A7.9 7.9 0 0 1 21.1 58.2A7.9 7.9 0 0 1 11.9 52.1A7.9 7.9 0 0 1 5.8 42.9A7.9 7.9 0 0 1 3.6 32A7.9 7.9 0 0 1 5.8 21.1A7.9 7.9 0 0 1 11.9 11.9A7.9 7.9 0 0 1 21.1 5.8A7.9 7.9 0 0 1 32 3.6Z"
      />
      <circle cx="32" cy="32" r="23.5" className="fill-none stroke-gold" strokeWidth="1.5" />
      <path
        className="fill-none stroke-primary-foreground"
        strokeWidth="5.5"
        d="M40.9 24A12 12 0 1 0 44 32H33.5"
      />
    </svg>
  );
}

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn('flex items-center gap-2.5 font-title text-xl font-bold tracking-tight', className)}>
      <Logo />
      Guilde
    </span>
  );
}
