/** Members find these in their back office; they never leave the device (docs/specification.md#benchmarks). */
export const TOTALS = [
  { id: 'sessions', label: 'Sessions', unit: 'count' },
  { id: 'orders', label: 'Commandes', unit: 'count' },
  { id: 'revenue', label: 'CA TTC hors port', unit: 'euros' },
  { id: 'net-revenue', label: 'CA HT', unit: 'euros' },
  { id: 'ads', label: 'Dépenses de publicité', unit: 'euros' },
  { id: 'new-customers', label: 'Nouveaux clients', unit: 'count' },
  { id: 'returned-orders', label: 'Commandes retournées', unit: 'count' },
  { id: 'shipping', label: 'Coût de transport HT', unit: 'euros' },
  { id: 'parcels', label: 'Colis', unit: 'count' },
  { id: 'disputed-payments', label: 'Paiements contestés', unit: 'count' },
] as const;

export type TotalId = (typeof TOTALS)[number]['id'];
export type Totals = Partial<Record<TotalId, number>>;
/** Figures are in hundredths: of a percent, of a euro, of an hour. */
export type MetricUnit = 'percent' | 'euros' | 'hours';

type Row = {
  id: string;
  label: string;
  definition: string;
  unit: MetricUnit;
  /** Answers and published figures are multiples of it. */
  step: number;
  /** No shop is beyond these. */
  min: number;
  max: number;
  /** The form asks whether a figure beyond this is right. */
  usualMax: number;
  /** It is empty when the figure is typed as it is. */
  totals: readonly TotalId[];
};

const ROWS = [
  {
    id: 'conversion',
    label: 'Taux de conversion',
    definition: 'Commandes divisées par sessions, sur le trimestre.',
    unit: 'percent',
    ...{ step: 10, min: 5, max: 25_00, usualMax: 8_00 },
    totals: ['orders', 'sessions'],
  },
  {
    id: 'basket',
    label: 'Panier moyen',
    definition: 'Chiffre d’affaires TTC hors port, divisé par les commandes.',
    unit: 'euros',
    ...{ step: 5_00, min: 3_00, max: 3000_00, usualMax: 500_00 },
    totals: ['revenue', 'orders'],
  },
  {
    id: 'acquisition',
    label: 'Coût d’acquisition',
    definition: 'Dépenses de publicité divisées par les nouveaux clients.',
    unit: 'euros',
    ...{ step: 10, min: 0, max: 500_00, usualMax: 120_00 },
    totals: ['ads', 'new-customers'],
  },
  {
    id: 'ads-share',
    label: 'Part de la publicité',
    definition: 'Dépenses de publicité divisées par le chiffre d’affaires HT.',
    unit: 'percent',
    ...{ step: 50, min: 0, max: 100_00, usualMax: 50_00 },
    totals: ['ads', 'net-revenue'],
  },
  {
    id: 'returns',
    label: 'Taux de retour',
    definition: 'Commandes retournées, en tout ou partie, divisées par les commandes.',
    unit: 'percent',
    ...{ step: 10, min: 0, max: 80_00, usualMax: 45_00 },
    totals: ['returned-orders', 'orders'],
  },
  {
    id: 'shipping-cost',
    label: 'Coût d’expédition',
    definition: 'Coût de transport HT divisé par les colis.',
    unit: 'euros',
    ...{ step: 10, min: 0, max: 100_00, usualMax: 25_00 },
    totals: ['shipping', 'parcels'],
  },
  {
    id: 'shipping-time',
    label: 'Délai d’expédition',
    definition: 'Heures entre la commande et la remise au transporteur, en médiane.',
    unit: 'hours',
    ...{ step: 1_00, min: 0, max: 720_00, usualMax: 120_00 },
    totals: [],
  },
  {
    id: 'disputes',
    label: 'Litiges de paiement',
    definition: 'Paiements contestés à la banque ou chez PayPal, divisés par les commandes.',
    unit: 'percent',
    ...{ step: 10, min: 0, max: 20_00, usualMax: 2_00 },
    totals: ['disputed-payments', 'orders'],
  },
  {
    id: 'returning',
    label: 'Clients déjà acheteurs',
    definition: 'Commandes qui ne sont pas la première de leur client, divisées par les commandes.',
    unit: 'percent',
    ...{ step: 50, min: 0, max: 100_00, usualMax: 85_00 },
    totals: ['orders', 'new-customers'],
  },
] as const satisfies readonly Row[];

export type MetricId = (typeof ROWS)[number]['id'];
export type Metric = Row & { id: MetricId };

/** See docs/specification.md#benchmarks. */
export const METRICS: readonly Metric[] = ROWS;

export function metricOf(id: MetricId): Metric {
  return METRICS.find((metric) => metric.id === id) as Metric;
}

/** Only figures on the metric's grid are stored and published. */
export function onGrid(id: MetricId, value: number): number {
  const { step } = metricOf(id);
  return Math.round(value / step) * step;
}

/** The result is null while a total is missing, or the divisor is 0. */
export function ratioOf(id: MetricId, totals: Totals): number | null {
  const [first, second] = metricOf(id).totals.map((total) => totals[total]);
  if (first === undefined || second === undefined) return null;
  const [above, below] = id === 'returning' ? [first - second, first] : [first, second];
  if (below <= 0) return null;
  return Math.round((above / below) * (metricOf(id).unit === 'percent' ? 100_00 : 100));
}
