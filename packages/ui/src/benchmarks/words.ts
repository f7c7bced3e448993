import type { Metric } from '@guilde/contracts/benchmarks/metrics.ts';
import { type BenchmarkCell, quarterLabel } from '@guilde/contracts/benchmarks/rules.ts';
import { MONTHLY_ORDERS, optionLabel, SECTORS } from '@guilde/contracts/profiles/rules.ts';
import { figure } from './figures.ts';

const day = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', timeZone: 'Europe/Paris' });

/** « 24 janvier », in Paris as waves open and close there. */
export function dayMonth(at: string | number): string {
  return day.format(new Date(at)).replace(/^1 /, '1er ');
}

/** A wave opens on the first day of each quarter. */
export function nextOpening(now: number): string {
  const today = new Date(now);
  return dayMonth(Date.UTC(today.getUTCFullYear(), 3 * Math.floor(today.getUTCMonth() / 3) + 3, 1, 12));
}

export const SCOPES = [
  { id: 'all', label: 'Communauté' },
  { id: 'sector', label: 'Mon secteur' },
  { id: 'band', label: 'Mon volume' },
  { id: 'cross', label: 'Comparables' },
] as const;

export type Scope = (typeof SCOPES)[number]['id'];

export const isOfScope = (key: string, scope: Scope) => key.split(':', 1)[0] === scope;

/** Says whose figures a cell has; merged sectors or bands are joined by « + » in its key. */
export function cellLabel(key: string): string {
  if (key === 'all') return 'Toute la communauté';
  const [kind, parts = ''] = key.split(':', 2);
  const [first = '', second] = parts.split('|');
  if (kind === 'band') return `${bandsLabel(first)} par mois`;
  return second === undefined
    ? sectorsLabel(first)
    : `${sectorsLabel(first)}, ${bandsLabel(second).toLowerCase()} par mois`;
}

/** The « + » of « 500+ » is part of the id. */
const JOINED = /\+(?=.)/;

const sectorsLabel = (ids: string) => joined(ids.split(JOINED).map((id) => optionLabel(SECTORS, id)));
const bandsLabel = (ids: string) =>
  `${joined(ids.split(JOINED).map((id) => optionLabel(MONTHLY_ORDERS, id)))} commandes`;

const joined = (labels: readonly string[]) => new Intl.ListFormat('fr-FR').format(labels);

/** It compares with published figures only: a rank would give those of the others away (docs/specification.md#benchmarks). */
export function position(
  own: number,
  { q1, centre, q3 }: Pick<BenchmarkCell, 'q1' | 'centre' | 'q3'>,
): string {
  if (own === centre) return 'Tu es au milieu.';
  if (q1 === null || q3 === null)
    return own < centre ? 'Tu es sous le milieu.' : 'Tu es au-dessus du milieu.';
  if (own < q1) return 'Tu es sous le quart inférieur.';
  if (own > q3) return 'Tu es au-dessus du quart supérieur.';
  return own < centre
    ? 'Tu es entre le quart inférieur et le milieu.'
    : 'Tu es entre le milieu et le quart supérieur.';
}

type Wave = { quarter: string; cell: Pick<BenchmarkCell, 'centre'>; own: number | null };

/** Says in words what the line draws, from the oldest wave to the newest, which is the first. */
export function trendText(metric: Metric, [newest, ...earlier]: readonly [Wave, ...Wave[]]): string {
  const oldest = earlier.at(-1) ?? newest;
  const moved = (from: number, to: number) =>
    from === to
      ? `ne change pas (${figure(metric, to)})`
      : `passe de ${figure(metric, from)} à ${figure(metric, to)}`;
  const middle = `Depuis ${quarterLabel(oldest.quarter)}, le milieu ${moved(oldest.cell.centre, newest.cell.centre)}`;
  if (oldest.own === null || newest.own === null) return `${middle}.`;
  return `${middle}, et ton chiffre ${moved(oldest.own, newest.own)}.`;
}
