import type { DealDetail, DealOffer } from '@guilde/contracts/deals/rules.ts';
import { dealPrice } from '@guilde/contracts/deals/words.ts';
import { ExternalLink } from 'lucide-react';
import { ShownFiles } from '../files/shown-files.tsx';
import { formatDate, formatNumber } from '../kit/format.ts';
import { NewTabHint } from '../kit/new-tab-hint.tsx';
import { Linkified } from '../linkified.tsx';
import { amountText } from './labels.ts';

/** The host name says where the link leads. */
export function DealConditions({ deal: { id, files }, offer }: { deal: DealDetail; offer: DealOffer }) {
  return (
    <section aria-label="Conditions" className="grid grid-cols-1 justify-items-start gap-3 wrap-anywhere">
      <h2 className="text-base">{`${offer.supplierName}\u00a0: les conditions`}</h2>
      <Tiers offer={offer} />
      <ul className="grid gap-1 text-sm text-muted-foreground">
        {limitsOf(offer).map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
      <Linkified text={offer.conditions} className="max-w-prose" />
      <a
        href={offer.supplierUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-sm text-sm text-primary underline underline-offset-4 md:min-h-6"
      >
        <ExternalLink className="size-4 shrink-0" />
        <span className="truncate">{new URL(offer.supplierUrl).host}</span>
        <NewTabHint />
      </a>
      {files.length > 0 && (
        <div className="grid gap-1">
          <h3 className="text-sm font-semibold">Preuves et documents</h3>
          <ShownFiles place={`deals/${id}`} files={files} caption={`de ${offer.supplierName}`} />
        </div>
      )}
    </section>
  );
}

function Tiers({ offer }: { offer: DealOffer }) {
  const cell = 'px-4 py-2.5 font-normal';
  return (
    <div className="w-full max-w-prose overflow-hidden rounded-lg border">
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="sr-only">Paliers</caption>
        <thead className="bg-muted/60">
          <tr>
            <th scope="col" className="px-4 py-2 font-medium">
              À partir de
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              Chacun paie
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {offer.tiers.map(({ minimum, price, condition }) => (
            <tr key={minimum}>
              <th scope="row" className={cell}>
                {amountText(minimum, { offer })}
              </th>
              <td className={cell}>
                {price !== null && <strong className="font-semibold">{`${dealPrice(price)} l’unité`}</strong>}
                {condition && <span className="block wrap-anywhere">{condition}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function limitsOf(offer: DealOffer): string[] {
  const { minTotal, minEach, maxEach, maxTotal, validFrom, validUntil, reference } = offer;
  const amount = (quantity: number) => amountText(quantity, { offer });
  const each = maxEach
    ? `de ${formatNumber(minEach)} à ${amount(maxEach)}`
    : minEach > 1 && `${amount(minEach)} au moins`;
  return [
    `Objectif\u00a0: ${amount(minTotal)}.`,
    each && `Par boutique\u00a0: ${each}.`,
    maxTotal && `En tout\u00a0: ${amount(maxTotal)} au plus.`,
    validFrom && `Valable à partir du ${formatDate(validFrom)}.`,
    validUntil && `Valable jusqu’au ${formatDate(validUntil)}.`,
    reference &&
      `Prix public constaté le ${formatDate(reference.on)}\u00a0: ${dealPrice(reference.price)} (preuve jointe).`,
  ].filter((limit) => typeof limit === 'string');
}
