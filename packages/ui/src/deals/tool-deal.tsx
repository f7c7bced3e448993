import { CARRIERS, CMS, optionLabel, PAYMENTS, type Profile } from '@guilde/contracts/profiles/rules.ts';
import { ChevronRight, Tags } from 'lucide-react';
import { Link } from 'react-router-dom';
import { serverNow } from '../kit/server-time.ts';
import { paths } from '../paths.ts';
import { useProfile } from '../profiles/data.ts';
import { useDeals } from './data.ts';
import { endText } from './labels.ts';

/** « Un deal avec Colissimo », one of the member’s own tools, until they have answered */
export function ToolDeal() {
  const { data: profile } = useProfile();
  const { data: open } = useDeals({ scope: 'open', category: 'all', q: '' });
  const names = profile ? toolNames(profile) : [];
  const deal = open?.pages[0]?.items.find(
    ({ offer, isLead, interest, commitment }) =>
      offer && !isLead && !interest && !commitment && names.some((name) => isNamed(offer.supplierName, name)),
  );
  if (!deal) return null;
  const end = endText(deal, serverNow());
  return (
    <Link
      to={paths.deal(deal.id)}
      className="flex min-h-14 items-center gap-3 rounded-lg border bg-card px-4 py-2.5 transition-colors duration-150 hover:bg-muted md:px-5"
    >
      <Tags aria-hidden strokeWidth={1.75} className="size-5 shrink-0 text-primary" />
      <span className="line-clamp-2 min-w-0 flex-1 text-pretty">
        <strong className="font-semibold">{`Deal avec ${deal.offer?.supplierName}`}</strong>
        <span>{`\u00a0: ${deal.title}${end ? `, ${end}` : ''}`}</span>
      </span>
      <ChevronRight aria-hidden strokeWidth={1.75} className="size-4 shrink-0 text-muted-foreground" />
    </Link>
  );
}

function toolNames({ cms, payments, carriers }: Profile): string[] {
  return [
    ...(cms && cms !== 'other' && cms !== 'custom' ? [optionLabel(CMS, cms)] : []),
    ...payments.map((id) => optionLabel(PAYMENTS, id)),
    ...carriers.map((id) => optionLabel(CARRIERS, id)),
  ];
}

const isNamed = (supplier: string, tool: string) =>
  supplier.toLocaleLowerCase('fr').includes(tool.toLocaleLowerCase('fr'));
