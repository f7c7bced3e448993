import { type Deal, type DealOffer, type DealTie, EURO } from './rules.ts';

const amounts = new Intl.NumberFormat('fr-FR', {
  style: 'currency',
  currency: 'EUR',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});

/** « 0,42 € », with up to four decimals */
export function dealPrice(amount: number): string {
  return amounts.format(amount / EURO);
}

const TIES: Record<DealTie, string> = {
  none: 'n’a aucun lien avec ce fournisseur. Aucune rémunération.',
  client: 'achète chez ce fournisseur. Aucune rémunération.',
  close: 'est proche ou associé de ce fournisseur.',
  paid: 'est rémunéré par ce fournisseur.',
};

/** It is the first line of a deal: « Camille achète chez ce fournisseur. Aucune rémunération. » */
export function tieText({ tie, lead }: Pick<Deal, 'tie' | 'lead'>): string | null {
  return tie && lead ? `${lead.firstName} ${TIES[tie]}` : null;
}

/** « Il manque 340 étuis pour le palier à 0,42 €. », or null once every tier is reached */
export function missingText(offer: Pick<DealOffer, 'tiers' | 'unit'>, total: number): string | null {
  const next = offer.tiers.find(({ minimum }) => minimum > total);
  if (!next) return null;
  const tier = next.price === null ? `«\u00a0${next.condition}\u00a0»` : `à ${dealPrice(next.price)}`;
  return `Il manque ${(next.minimum - total).toLocaleString('fr-FR')} ${offer.unit} pour le palier ${tier}.`;
}

/** Says, within a sentence, what the lead may choose after a goal that was not reached. */
export function nextText({ mayProlong }: { mayProlong: boolean }): string {
  return `${mayProlong ? 'sept jours de plus, ' : ''}un palier inférieur s’il est atteint, ou la fin`;
}
