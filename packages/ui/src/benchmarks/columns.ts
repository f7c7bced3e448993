import { TOTALS, type TotalId } from '@guilde/contracts/benchmarks/metrics.ts';
import { plainHeader } from '@guilde/contracts/bulk-invitations/columns.ts';
import { plural } from '../kit/format.ts';
import type { ExportColumn } from './read-export.ts';

/** A column gives the sum of its cells, or how many different ones it has, as for numbers of orders. */
export type Choice = { key: string; label: string; total: number };

export function choicesOf(columns: readonly ExportColumn[]): Choice[] {
  return columns.flatMap(({ name, sum, different }, at) => {
    const count = plural(different, 'valeur différente', 'valeurs différentes');
    const counted = { key: `count ${at}`, label: `${name}\u00a0: ${count}`, total: different };
    if (sum === null) return [counted];
    return [{ key: `sum ${at}`, label: `${name}\u00a0: ${amount(sum)} en tout`, total: sum }, counted];
  });
}

export const amount = (value: number) => value.toLocaleString('fr-FR', { maximumFractionDigits: 2 });

/** Gives for each total the key of the choice whose title means it. */
export function guesses(columns: readonly ExportColumn[]): Partial<Record<TotalId, string>> {
  const found: Partial<Record<TotalId, string>> = {};
  for (const { id, sums, counts = '' } of TOTALS) {
    const at = (titles: string, isSum: boolean) =>
      columns.findIndex(
        ({ name, sum }) => (sum !== null || !isSum) && titles.split(' ').includes(plainHeader(name)),
      );
    const [summed, counted] = [at(sums, true), at(counts, false)];
    if (summed >= 0) found[id] = `sum ${summed}`;
    else if (counted >= 0) found[id] = `count ${counted}`;
  }
  return found;
}
