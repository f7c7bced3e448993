import { LoaderCircle } from 'lucide-react';
import { cn } from './cn.ts';

/** Use it in a control whose text says what happens. */
export function SpinnerIcon({ className }: { className?: string }) {
  return <LoaderCircle className={cn('size-4.5 animate-spin', className)} />;
}

export function Spinner({ text, className }: { text: string; className?: string }) {
  return (
    <output className={cn('flex items-center justify-center gap-3 text-muted-foreground', className)}>
      <SpinnerIcon className="size-5" />
      <span>{text}</span>
    </output>
  );
}
