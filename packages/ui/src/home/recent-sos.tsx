import type { Home } from '@guilde/contracts/home/rules.ts';
import { LifeBuoy } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { SectionHeader } from '../kit/card.tsx';
import { EmptyState } from '../kit/states.tsx';
import { paths } from '../paths.ts';
import { SosRows } from './sos-rows.tsx';

export function RecentSos({ recentSos, forYou }: Pick<Home, 'recentSos' | 'forYou'>) {
  const isEmpty = recentSos.length === 0;
  // All recent SOS are already under « À toi de jouer ».
  if (isEmpty && forYou.length > 0) return null;
  return (
    <section aria-label="SOS récents">
      <SectionHeader title="SOS récents">
        {!isEmpty && (
          <Button asChild variant="link" className="max-md:min-h-11">
            <Link to={paths.sos()}>Tous les SOS</Link>
          </Button>
        )}
      </SectionHeader>
      {isEmpty ? (
        <EmptyState title="Aucun SOS pour l’instant" icon={<LifeBuoy strokeWidth={1.75} />} className="py-10">
          Lance le premier.
        </EmptyState>
      ) : (
        <SosRows list={recentSos} label="SOS récents" />
      )}
    </section>
  );
}
