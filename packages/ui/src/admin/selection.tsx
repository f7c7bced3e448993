import { useState } from 'react';
import { Checkbox } from '../kit/checkbox.tsx';

export type Selection<T> = {
  /** Rows are in the order of their selection, with the values that the list shows now. */
  chosen: readonly T[];
  isSelected: (id: string) => boolean;
  /** `isRange` selects everything from the row that was chosen last. */
  toggle: (id: string, isRange: boolean) => void;
  state: 'all' | 'some' | 'none';
  toggleAll: () => void;
  leave: (ids: readonly string[]) => void;
  clear: () => void;
  isFull: boolean;
  rowLabel: (row: T) => string;
  allLabel: string;
};

type Options<T> = {
  rows: readonly T[];
  /** Another key starts an empty selection, so that nobody out of sight is acted on. */
  listKey: string;
  max: number;
  rowLabel: Selection<T>['rowLabel'];
  allLabel: string;
};

type Kept<T> = { listKey: string; rows: ReadonlyMap<string, T>; last: string | null };

export function useSelection<T extends { id: string }>(options: Options<T>): Selection<T> {
  const { rows, listKey, max, rowLabel, allLabel } = options;
  const [kept, setKept] = useState<Kept<T>>({ listKey, rows: new Map(), last: null });
  const present = new Map(rows.map((row) => [row.id, row]));
  const isSameList = kept.listKey === listKey;
  const chosen: ReadonlyMap<string, T> = isSameList ? kept.rows : new Map();
  const keep = (next: Iterable<[string, T]>, last: string | null) =>
    setKept({ listKey, rows: new Map([...next].slice(0, max)), last });
  // A longer list is selected up to the number that one act allows.
  const selectable = [...present].slice(0, max);
  const count = selectable.filter(([id]) => chosen.has(id)).length;
  const state = count === 0 ? 'none' : count === selectable.length ? 'all' : 'some';
  return {
    chosen: [...chosen].map(([id, row]) => present.get(id) ?? row),
    isSelected: (id) => chosen.has(id),
    toggle: (id, isRange) => {
      const row = present.get(id);
      if (!row) return;
      if (chosen.has(id))
        return keep(
          [...chosen].filter(([other]) => other !== id),
          id,
        );
      const ids = [...present.keys()];
      const from = isRange && isSameList && kept.last !== null ? ids.indexOf(kept.last) : -1;
      const to = ids.indexOf(id);
      const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      keep([...chosen, ...[...present].filter(([other]) => range.includes(other))], id);
    },
    state,
    toggleAll: () => keep(state === 'all' ? [] : [...chosen, ...selectable], null),
    leave: (ids) =>
      keep(
        [...chosen].filter(([id]) => !ids.includes(id)),
        null,
      ),
    clear: () => keep([], null),
    isFull: chosen.size >= max,
    rowLabel,
    allLabel,
  };
}

/** The box is large enough for a finger. */
const boxClasses = 'items-center gap-0 max-md:size-11 max-md:justify-center max-md:py-3';

export function SelectAll({
  selection,
}: {
  selection: Pick<Selection<never>, 'state' | 'toggleAll' | 'allLabel'>;
}) {
  const { state, toggleAll, allLabel } = selection;
  return (
    <Checkbox
      label={<span className="sr-only">{allLabel}</span>}
      className={boxClasses}
      checked={state === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = state === 'some';
      }}
      onChange={toggleAll}
    />
  );
}

export function SelectRow<T>({ selection, row, id }: { selection: Selection<T>; row: T; id: string }) {
  const isSelected = selection.isSelected(id);
  return (
    <Checkbox
      label={<span className="sr-only">{selection.rowLabel(row)}</span>}
      className={boxClasses}
      checked={isSelected}
      disabled={selection.isFull && !isSelected}
      onChange={({ nativeEvent }) =>
        selection.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}
