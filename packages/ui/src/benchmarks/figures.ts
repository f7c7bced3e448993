import {
  type Metric,
  type MetricUnit,
  onGrid,
  TOTALS,
  type TotalId,
  type Totals,
} from '@guilde/contracts/benchmarks/metrics.ts';
import { numberIn } from './numbers.ts';

const SIGNS: Record<MetricUnit, string> = { percent: '%', euros: '€', hours: 'h' };

export const unitSign = ({ unit }: Pick<Metric, 'unit'>) => SIGNS[unit];

/** « 2,5 » for 250 hundredths, as one types it. */
export function bareFigure(value: number): string {
  return (value / 100).toLocaleString('fr-FR', { maximumFractionDigits: 2 });
}

/** « 2,4 % » */
export function figure(metric: Metric, value: number): string {
  const digits = metric.step % 100 === 0 ? 0 : metric.unit === 'euros' ? 2 : 1;
  const shown = (value / 100).toLocaleString('fr-FR', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${shown}\u00a0${unitSign(metric)}`;
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
  if (number === null) return { state: 'refused', problem: NO_NUMBER };
  const exact = Math.round(number * 100);
  if (exact < metric.min || exact > metric.max)
    return { state: 'refused', problem: doubtAbout(metric, exact) };
  const value = onGrid(metric.id, exact);
  return { state: 'given', value, question: isUnusual || value > metric.usualMax ? STRANGE : null };
}

/** « 38 % ? Vérifie commandes et sessions. » */
function doubtAbout(metric: Metric, value: number): string {
  const written = `${bareFigure(value)}\u00a0${unitSign(metric)}`;
  const parts = metric.totals.map(totalInText);
  return `${written}\u202f? Vérifie ${parts.length > 0 ? parts.join(' et ') : 'ce chiffre'}.`;
}

function totalInText(id: TotalId): string {
  const label = TOTALS.find((total) => total.id === id)?.label ?? '';
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
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
