import { ListFilter } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { RemovableChip } from './chips.tsx';
import { cn } from './cn.ts';
import { DebouncedSearch, type DebouncedSearchProps } from './debounced-search.tsx';
import { pluralWord } from './format.ts';

export type ActiveFilter = {
  key: string;
  label: string;
  /** The default names the filter. */
  removeLabel?: string;
  onRemove: () => void;
};

export function ActiveFilters({ active }: { active: readonly ActiveFilter[] }) {
  if (active.length === 0) return null;
  return (
    <ul aria-label="Filtres actifs" className="flex flex-wrap gap-1.5">
      {active.map(({ key, label, removeLabel = `Retirer le filtre ${label}`, onRemove }) => (
        <li key={key}>
          <RemovableChip removeLabel={removeLabel} onRemove={onRemove}>
            {label}
          </RemovableChip>
        </li>
      ))}
    </ul>
  );
}

/** `children` are the filter fields, which unfold. */
export function FilterBar({
  search,
  scope,
  active,
  onClear,
  panelClassName,
  children,
}: {
  /** Without a search the scope takes its place. */
  search?: DebouncedSearchProps;
  /** The scope stays visible when the filters are folded. */
  scope?: ReactNode;
  active: readonly ActiveFilter[];
  /** Clearing keeps the search. */
  onClear: () => void;
  panelClassName?: string;
  children: ReactNode;
}) {
  const [unfolded, setUnfolded] = useState(false);
  const panelId = useId();
  return (
    <div className="grid gap-2.5">
      <div className={cn('flex gap-2', search ? 'flex-wrap' : 'items-start')}>
        {search ? (
          <DebouncedSearch maxLength={100} className="min-w-0 flex-1 basis-40" {...search} />
        ) : (
          <div className="min-w-0 flex-1">{scope}</div>
        )}
        <Button
          variant="outline"
          aria-expanded={unfolded}
          aria-controls={panelId}
          className="aria-expanded:bg-muted"
          onClick={() => setUnfolded(!unfolded)}
        >
          <ListFilter />
          <span className={search ? undefined : 'max-sm:sr-only'}>Filtres</span>
          {active.length > 0 && (
            <Badge tone="primary" className="h-5 px-1.5 tabular-nums">
              <span>{active.length}</span>
              <span className="sr-only">{` ${pluralWord(active.length, 'actif')}`}</span>
            </Badge>
          )}
        </Button>
      </div>
      {search && scope}
      <ActiveFilters active={active} />
      <div id={panelId} hidden={!unfolded}>
        <div className={cn('grid animate-fade-in rounded-lg border bg-card p-4', panelClassName)}>
          <div className="contents">{children}</div>
          {active.length > 0 && (
            <Button variant="link" className="col-span-full justify-self-start" onClick={onClear}>
              Tout effacer
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
