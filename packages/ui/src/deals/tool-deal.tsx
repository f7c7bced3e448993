import { CARRIERS, CMS, optionLabel, PAYMENTS, type Profile } from '@guilde/contracts/profiles/rules.ts';
import { Tags } from 'lucide-react';
import { serverNow } from '../kit/server-time.ts';
import { paths } from '../paths.ts';
import { useProfile } from '../profiles/data.ts';
import { LineLink } from '../shell/links.tsx';
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
    <LineLink to={paths.deal(deal.id)} icon={Tags}>
      <strong className="font-semibold">{`Deal avec ${deal.offer?.supplierName}`}</strong>
      <span>{`\u00a0: ${deal.title}${end ? `, ${end}` : ''}`}</span>
    </LineLink>
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
