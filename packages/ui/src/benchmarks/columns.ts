import { TOTALS, type TotalId } from '@guilde/contracts/benchmarks/metrics.ts';
import { plainHeader } from '@guilde/contracts/bulk-invitations/columns.ts';
import { plural } from '../kit/format.ts';
import type { ExportColumn } from './read-export.ts';

/** What a column gives: the sum of its cells, or how many different ones it has, as for numbers of orders. */
export type Choice = { key: string; label: string; total: number };

export function choicesOf(columns: readonly ExportColumn[]): Choice[] {
  return columns.flatMap(({ name, sum, different }, at) => [
    ...(sum === null
      ? []
      : [{ key: `sum ${at}`, label: `${name}\u00a0: ${amount(sum)} en tout`, total: sum }]),
    {
      key: `count ${at}`,
      label: `${name}\u00a0: ${plural(different, 'valeur différente', 'valeurs différentes')}`,
      total: different,
    },
  ]);
}

export const amount = (value: number) => value.toLocaleString('fr-FR', { maximumFractionDigits: 2 });

/** Titles of Shopify, WooCommerce, PrestaShop, Google Analytics and of advertising, in French and English. */
const SUMS: Partial<Record<TotalId, readonly string[]>> = {
  sessions: ['sessions', 'onlinestoresessions', 'visites', 'visits'],
  orders: ['orders', 'commandes', 'purchases', 'ecommercepurchases', 'transactions', 'achats'],
  revenue: ['subtotal', 'soustotal', 'totalproduitsttc'],
  'net-revenue': ['netsales', 'ventesnettes', 'netrevenue', 'caht', 'totalht'],
  ads: ['cost', 'cout', 'amountspent', 'montantdepense', 'spend', 'depenses'],
  'new-customers': ['newcustomers', 'nouveauxclients', 'nouveauclient'],
  'returned-orders': ['returnedorders', 'commandesretournees'],
  shipping: ['couttransport', 'couttransportht', 'shippingcost'],
  parcels: ['parcels', 'nombredecolis'],
  'disputed-payments': ['disputes', 'litiges', 'chargebacks'],
};
const COUNTS: Partial<Record<TotalId, readonly string[]>> = {
  orders: ['name', 'ordernumber', 'orderid', 'order', 'numerodecommande', 'reference'],
  parcels: ['trackingnumber', 'numerodesuivi', 'numerodecolis'],
};

/** Gives for each total the key of the choice whose title means it. */
export function guesses(columns: readonly ExportColumn[]): Partial<Record<TotalId, string>> {
  const titles = columns.map(({ name }) => plainHeader(name));
  const found: Partial<Record<TotalId, string>> = {};
  for (const { id } of TOTALS) {
    const summed = titles.findIndex((title, at) => columns[at]?.sum != null && SUMS[id]?.includes(title));
    const counted = titles.findIndex((title) => COUNTS[id]?.includes(title));
    if (summed >= 0) found[id] = `sum ${summed}`;
    else if (counted >= 0) found[id] = `count ${counted}`;
  }
  return found;
}
