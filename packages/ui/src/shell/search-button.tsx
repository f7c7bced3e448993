import { Search } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { Tooltip } from '../kit/tooltip.tsx';

const isMac = /^(Mac|iPhone|iPad)/.test(navigator.platform);

const shortcut = { text: isMac ? '⌘K' : 'Ctrl K', keys: 'Control+K Meta+K' };

export function SearchButton({
  onClick,
  compact,
  className,
}: {
  onClick: () => void;
  compact: boolean;
  className?: string;
}) {
  if (compact) {
    return (
      <Tooltip text={`Aller à… (${shortcut.text})`}>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Aller à…"
          aria-keyshortcuts={shortcut.keys}
          className={cn('text-muted-foreground md:size-9', className)}
          onClick={onClick}
        >
          <Search />
        </Button>
      </Tooltip>
    );
  }
  return (
    <button
      type="button"
      aria-keyshortcuts={shortcut.keys}
      className={cn(
        'flex h-9 items-center gap-2 rounded-md border border-input bg-card px-2.5 text-sm text-muted-foreground transition-colors duration-150 hover:border-muted-foreground hover:text-foreground',
        className,
      )}
      onClick={onClick}
    >
      <Search className="size-4" />
      Aller à…
      <kbd aria-hidden className="ml-auto rounded-sm border px-1.5 font-sans text-xs">
        {shortcut.text}
      </kbd>
    </button>
  );
}
