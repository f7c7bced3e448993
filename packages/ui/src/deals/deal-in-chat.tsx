import { Tags } from 'lucide-react';
import { OwnerLine } from '../conversations/owner-line.tsx';
import { paths } from '../paths.ts';
import { useDeal } from './data.ts';
import { endText, progressText, stateOf } from './labels.ts';

export function DealInChat({ dealId }: { dealId: string }) {
  const { data: deal } = useDeal(dealId);
  if (!deal) return null;
  const facts = [progressText(deal) ?? stateOf(deal).label, endText(deal, deal.now)];
  return (
    <OwnerLine
      icon={Tags}
      text={facts.filter(Boolean).join(', ')}
      to={paths.deal(dealId)}
      link="Voir le deal"
    />
  );
}
