import type { SosCategory } from '../sos/rules.ts';

type TotalRow = {
  id: string;
  label: string;
  /** Columns of exports that are added up have these titles (Shopify, WooCommerce, PrestaShop, Analytics, advertising). */
  sums: string;
  /** The different cells of these columns are counted. */
  counts?: string;
};

const TOTAL_ROWS = [
  { id: 'sessions', label: 'Sessions', sums: 'sessions onlinestoresessions visites visits' },
  {
    id: 'orders',
    label: 'Commandes',
    sums: 'orders commandes purchases ecommercepurchases transactions achats',
    counts: 'name ordernumber orderid order numerodecommande reference',
  },
  { id: 'revenue', label: 'CA TTC hors port (€)', sums: 'subtotal soustotal totalproduitsttc' },
  { id: 'net-revenue', label: 'CA HT (€)', sums: 'netsales ventesnettes netrevenue caht totalht' },
  {
    id: 'ads',
    label: 'Dépenses de publicité (€)',
    sums: 'cost cout amountspent montantdepense spend depenses',
  },
  { id: 'new-customers', label: 'Nouveaux clients', sums: 'newcustomers nouveauxclients nouveauclient' },
  { id: 'returned-orders', label: 'Commandes retournées', sums: 'returnedorders commandesretournees' },
  { id: 'shipping', label: 'Coût de transport HT (€)', sums: 'couttransport couttransportht shippingcost' },
  {
    id: 'parcels',
    label: 'Colis',
    sums: 'parcels nombredecolis',
    counts: 'trackingnumber numerodesuivi numerodecolis',
  },
  { id: 'disputed-payments', label: 'Paiements contestés', sums: 'disputes litiges chargebacks' },
] as const satisfies readonly TotalRow[];

export type TotalId = (typeof TOTAL_ROWS)[number]['id'];
export type Totals = Partial<Record<TotalId, number>>;

/** Members find these in their back office; they never leave the device (docs/specification.md#benchmarks). */
export const TOTALS: readonly (TotalRow & { id: TotalId })[] = TOTAL_ROWS;

type Row = {
  id: string;
  label: string;
  definition: string;
  /** Figures are in hundredths of it. */
  unit: '%' | '€' | 'h';
  /** Answers and published figures are multiples of it. */
  step: number;
  /** No shop is beyond the first two. The form asks whether a figure beyond the third is right. */
  bounds: { min: number; max: number; usualMax: number };
  /** The figure is the first divided by the second; it is typed as it is when there are none. */
  totals: readonly TotalId[];
  /** Articles and SOS about it have this category. */
  about: SosCategory;
};

const ROWS = [
  {
    id: 'conversion',
    label: 'Taux de conversion',
    unit: '%',
    totals: ['orders', 'sessions'],
    definition: 'Commandes divisées par sessions, sur le trimestre.',
    step: 10,
    bounds: { min: 5, max: 25_00, usualMax: 8_00 },
    about: 'conversion',
  },
  {
    id: 'basket',
    label: 'Panier moyen',
    unit: '€',
    totals: ['revenue', 'orders'],
    definition: 'Chiffre d’affaires TTC hors port, divisé par les commandes.',
    step: 5_00,
    bounds: { min: 3_00, max: 3000_00, usualMax: 500_00 },
    about: 'conversion',
  },
  {
    id: 'acquisition',
    label: 'Coût d’acquisition',
    unit: '€',
    totals: ['ads', 'new-customers'],
    definition: 'Dépenses de publicité divisées par les nouveaux clients.',
    step: 10,
    bounds: { min: 0, max: 500_00, usualMax: 120_00 },
    about: 'ads',
  },
  {
    id: 'ads-share',
    label: 'Part de la publicité',
    unit: '%',
    totals: ['ads', 'net-revenue'],
    definition: 'Dépenses de publicité divisées par le chiffre d’affaires HT.',
    step: 50,
    bounds: { min: 0, max: 100_00, usualMax: 50_00 },
    about: 'ads',
  },
  {
    id: 'returns',
    label: 'Taux de retour',
    unit: '%',
    totals: ['returned-orders', 'orders'],
    definition: 'Commandes retournées, en tout ou partie, divisées par les commandes.',
    step: 10,
    bounds: { min: 0, max: 80_00, usualMax: 45_00 },
    about: 'conversion',
  },
  {
    id: 'shipping-cost',
    label: 'Coût d’expédition',
    unit: '€',
    totals: ['shipping', 'parcels'],
    definition: 'Coût de transport HT divisé par les colis.',
    step: 10,
    bounds: { min: 0, max: 100_00, usualMax: 25_00 },
    about: 'sourcing',
  },
  {
    id: 'shipping-time',
    label: 'Délai d’expédition',
    unit: 'h',
    totals: [],
    definition: 'Heures entre la commande et la remise au transporteur, en médiane.',
    step: 1_00,
    bounds: { min: 0, max: 720_00, usualMax: 120_00 },
    about: 'sourcing',
  },
  {
    id: 'disputes',
    label: 'Litiges de paiement',
    unit: '%',
    totals: ['disputed-payments', 'orders'],
    definition: 'Paiements contestés à la banque ou chez PayPal, divisés par les commandes.',
    step: 10,
    bounds: { min: 0, max: 20_00, usualMax: 2_00 },
    about: 'legal',
  },
  {
    id: 'returning',
    label: 'Clients déjà acheteurs',
    unit: '%',
    totals: ['orders', 'new-customers'],
    definition: 'Commandes qui ne sont pas la première de leur client, divisées par les commandes.',
    step: 50,
    bounds: { min: 0, max: 100_00, usualMax: 85_00 },
    about: 'ads',
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
  return Math.round((above / below) * (metricOf(id).unit === '%' ? 100_00 : 100));
}
