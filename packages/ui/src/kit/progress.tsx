import { cn } from './cn.ts';

export function Progress({
  value,
  max = 100,
  label,
  className,
}: {
  value: number;
  max?: number;
  label: string;
  className?: string;
}) {
  return (
    <progress
      aria-label={label}
      value={Math.min(max, Math.max(0, value))}
      max={max}
      className={cn(
        'block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-secondary',
        '[&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-primary',
        '[&::-webkit-progress-value]:transition-[inline-size] [&::-webkit-progress-value]:duration-200',
        '[&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-primary',
        className,
      )}
    />
  );
}
