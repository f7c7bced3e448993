import {
  type Metric,
  onGrid,
  TOTALS,
  type TotalId,
  type Totals,
} from '@guilde/contracts/benchmarks/metrics.ts';
import { IN_EUROS, isForeign, numberIn } from './numbers.ts';

/** « 2,5 » for 250 hundredths, as one types it. */
export function bareFigure(value: number, digits?: number): string {
  return (value / 100).toLocaleString('fr-FR', {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 2,
  });
}

/** « 2,4 % » */
export function figure({ step, unit }: Metric, value: number): string {
  const digits = step % 100 === 0 ? 0 : unit === '€' ? 2 : 1;
  return `${bareFigure(value, digits)}\u00a0${unit}`;
}

export type Typed =
  | { state: 'none' }
  | { state: 'refused'; problem: string }
  | { state: 'given'; value: number; question: string | null };

const NO_NUMBER = 'Écris un nombre, par exemple 2,4.';
const STRANGE = 'Ce chiffre sort de l’ordinaire. Vérifie-le, ou laisse vide.';

/** Reads what stands in the field of a metric; `isUnusual` is the server's word about earlier figures. */
export function typedFigure(metric: Metric, text: string, isUnusual: boolean): Typed {
  if (text.trim() === '') return { state: 'none' };
  const number = numberIn(text, ',');
  if (number === null) return { state: 'refused', problem: isForeign(text) ? IN_EUROS : NO_NUMBER };
  const exact = Math.round(number * 100);
  if (exact < metric.bounds.min || exact > metric.bounds.max)
    return { state: 'refused', problem: doubtAbout(metric, exact) };
  const value = onGrid(metric.id, exact);
  return { state: 'given', value, question: isUnusual || value > metric.bounds.usualMax ? STRANGE : null };
}

/** « 38 % ? Vérifie commandes et sessions. » */
function doubtAbout({ unit, totals }: Metric, value: number): string {
  const named = totals.map((id) => {
    const label = TOTALS.find((total) => total.id === id)?.label ?? '';
    return label.replace(' (€)', '').replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
  });
  return `${bareFigure(value)}\u00a0${unit}\u202f? Vérifie ${named.join(' et ') || 'ce chiffre'}.`;
}

export type TotalTexts = Partial<Record<TotalId, string>>;

/** A total that is no number, or a negative one, counts as missing. */
export function totalsIn(texts: TotalTexts): Totals {
  const totals: Totals = {};
  for (const { id } of TOTALS) {
    const number = numberIn(texts[id] ?? '', ',');
    if (number !== null && number >= 0) totals[id] = number;
  }
  return totals;
}

/** What each platform spends is compared with another turnover, so that only its inverse is taken: « 4 » is 25 %. */
export function shareOfRoas(text: string): number | null {
  const roas = numberIn(text, ',');
  return roas === null || roas <= 0 ? null : Math.round(100_00 / roas);
}
